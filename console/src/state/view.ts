import { signal } from '@preact/signals';

export const TABS = ['plots', 'events', 'packets', 'hosts', 'loop', 'simulator'] as const;
export type Tab = (typeof TABS)[number];

/** Which part of the lower half is shown. */
export const tab = signal<Tab>('plots');
