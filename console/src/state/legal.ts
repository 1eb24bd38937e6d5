// What may be asked for now. The program decides; the page only shows its answer, and blocks everything while
// what it shows is not known to be true.

import type { Action, Legal } from '../api/messages';
import type { Message } from '../i18n/message';

export interface Verdict {
  allowed: boolean;
  code: string | null;
  reason: string | null;
  message: Message | null;
}

export function verdict(legal: Legal, live: boolean, action: Action): Verdict {
  if (!live || Object.keys(legal.actions).length === 0)
    return { allowed: false, code: null, reason: null, message: null };
  const reason = legal.actions[action];
  // An action the program says nothing about is not blocked here: it will answer for itself.
  if (reason === undefined || reason === null)
    return {
      allowed: !(action in legal.codes && legal.codes[action]),
      code: legal.codes[action] ?? null,
      reason: null,
      message: null,
    };
  const code = legal.codes[action] ?? null;
  return {
    allowed: false,
    // What keeps a reset back is the button: "reset first" would be no help.
    code: action === 'reset' && code === 'emergency' ? 'asserted' : code,
    reason,
    message: legal.messages[action] ?? null,
  };
}
