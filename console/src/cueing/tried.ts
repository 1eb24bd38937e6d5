// Cueing tried without a host: tunings that are kept, manoeuvres that can be played, and two tunings beside
// each other on one of them.

import { computed, signal } from '@preact/signals';
import type { Order } from '../api/messages';
import { reasonOf } from '../api/http';
import { commands, http } from '../state/app';
import type { Said } from '../i18n/message';
import { Question } from '../verify/question';
import {
  comparisonOf,
  manoeuvresOf,
  NOW,
  tuningsOf,
  type Comparison,
  type ManoeuvreEntry,
  type Tunings,
} from './tried_answers';

export const tunings = signal<Tunings>({ tunings: [], damaged: [] });
export const manoeuvres = signal<ManoeuvreEntry[]>([]);
export const failed = signal<Said | null>(null);
export const manoeuvre = signal('braking.csv');
export const repeat = signal(false);
/** The two places; a name, or NOW. */
export const places = [signal<string>(NOW), signal<string>(NOW)] as const;
/** The centre shows the comparison in the place of the live lines. */
export const comparing = signal(false);
export const inForce = computed(() => tunings.value.tunings.find((one) => one.inForce)?.name ?? null);

async function ask(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    failed.value = null;
    return true;
  } catch (error) {
    failed.value = reasonOf(error);
    return false;
  }
}

export const readTunings = (): Promise<boolean> =>
  ask(async () => {
    const answer = tuningsOf(await http.tried('tunings'));
    tunings.value = answer;
    for (const place of places)
      if (place.peek() !== NOW && !answer.tunings.some((one) => one.name === place.peek())) place.value = NOW;
  });

function takeManoeuvres(value: unknown): void {
  manoeuvres.value = manoeuvresOf(value);
  if (!manoeuvres.value.some((one) => one.name === manoeuvre.peek()))
    manoeuvre.value = manoeuvres.value[0]?.name ?? '';
}
export const readManoeuvres = (): Promise<boolean> =>
  ask(async () => takeManoeuvres(await http.tried('manoeuvres')));
export const deleteManoeuvre = (name: string): Promise<boolean> =>
  ask(async () => takeManoeuvres(await http.tried('manoeuvres/delete', { name })));
export const uploadManoeuvre = (file: File): Promise<boolean> =>
  ask(async () => {
    takeManoeuvres(await http.tried('manoeuvres', { name: file.name, text: await file.text() }));
    manoeuvre.value = file.name;
  });

/** An order that may change what is kept or in force. What is refused is told where every refusal is. */
export async function order(what: Order): Promise<boolean> {
  const reply = await commands.send(what);
  await readTunings();
  return reply?.result === 'done';
}

export const compared = new Question<Comparison>(
  async (body, abort) => comparisonOf(await http.tried('compare', body, abort)),
  0,
);
export function compare(): void {
  comparing.value = true;
  void compared.now({ manoeuvre: manoeuvre.peek(), tunings: places.map((place) => place.peek()) });
}
