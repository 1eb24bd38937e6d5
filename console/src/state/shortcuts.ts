// Keys that act anywhere on the page. Only such as make it safer: no key starts a motion, and Escape does
// nothing here. Function keys, because an input method for Chinese takes Ctrl+Space for itself; where it does
// not, that works too.

import type { Commands } from './commands';

export const ESTOP_KEY = 'F9';
export const STOP_KEY = 'F8';

export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): 'estop' | 'stop' | null {
  if (event.key === ESTOP_KEY || event.key === 'Pause') return 'estop';
  if (event.code === 'Space' && event.ctrlKey && !event.altKey && !event.metaKey) return 'estop';
  return event.key === STOP_KEY ? 'stop' : null;
}

export function listen(target: EventTarget, commands: Pick<Commands, 'send'>): void {
  target.addEventListener(
    'keydown',
    (event) => {
      const key = event as KeyboardEvent;
      const action = shortcutOf(key);
      if (!action) return;
      key.preventDefault();
      if (!key.repeat) void commands.send({ action });
    },
    { capture: true },
  );
}
