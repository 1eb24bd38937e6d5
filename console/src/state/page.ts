// Which page is shown, in the address (#verify) and remembered. Going from one to the other ends every motion
// by hand: its button is no longer there to be let go.

import { signal } from '@preact/signals';

export const PAGES = [
  'operate',
  'pendant',
  'cueing',
  'verify',
  'commission',
  'calibrate',
  'accept',
  'service',
  'settings',
] as const;
export type PageName = (typeof PAGES)[number];

const KEY = 'hexad.page';

export const page = signal<PageName>('operate');

const ofHash = (hash: string): PageName | null => PAGES.find((name) => hash === `#${name}`) ?? null;

/** `leave` is called whenever another page takes the place of the shown one. */
export function followAddress(window: Window, leave: () => void): void {
  const storage = (): Storage | null => {
    try {
      return window.localStorage;
    } catch {
      return null; // A browser that keeps nothing.
    }
  };
  const show = (name: PageName) => {
    if (name === page.peek()) return;
    leave();
    page.value = name;
    storage()?.setItem(KEY, name);
  };
  const kept = storage()?.getItem(KEY);
  // In the hand it is a pendant, until another page was chosen there.
  const usual = window.matchMedia?.('(pointer: coarse)').matches ? 'pendant' : 'operate';
  const first = ofHash(window.location.hash) ?? PAGES.find((name) => name === kept) ?? usual;
  page.value = first;
  storage()?.setItem(KEY, first);
  if (first !== 'operate' && !window.location.hash) window.history.replaceState(null, '', `#${first}`);
  window.addEventListener('hashchange', () => show(ofHash(window.location.hash) ?? 'operate'));
}

export function goTo(name: PageName): void {
  location.hash = `#${name}`;
}
