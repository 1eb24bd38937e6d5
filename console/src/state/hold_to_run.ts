// A motion that lasts only while a button is held: the order is repeated while it is, and everything that
// could mean "not held any more" ends it – letting go, a cancelled touch, the window losing focus or being
// hidden, a line that breaks. It never starts again by itself: each beat names its press, and the program takes
// none of a press that it has ended because beats were missing.

export const BEAT_MS = 50;

export interface HoldOrder<T> {
  repeat: (what: T, press: number) => void;
  end: (what: T, press: number) => void;
}

let last = 0;
/** Another number for every press, of this page and of all others. */
const nextPress = (): number => {
  last = Math.max(last + 1, Date.now() * 1000 + Math.floor(1000 * Math.random()));
  return last;
};

export class HoldToRun<T> {
  private timer: ReturnType<typeof setInterval> | null = null;
  private what: T | null = null;
  private press = 0;
  private undo: (() => void)[] = [];

  constructor(
    private readonly order: HoldOrder<T>,
    private readonly everyMs = BEAT_MS,
  ) {}

  get running(): boolean {
    return this.timer !== null;
  }

  start(what: T): void {
    this.stop();
    if (document.hidden) return;
    this.what = what;
    const stop = () => this.stop();
    const on = (target: EventTarget, names: string[]) =>
      names.forEach((name) => {
        target.addEventListener(name, stop);
        this.undo.push(() => target.removeEventListener(name, stop));
      });
    on(window, ['pointerup', 'pointercancel', 'blur', 'pagehide', 'contextmenu']);
    on(document, ['visibilitychange']);
    const press = (this.press = nextPress());
    this.timer = setInterval(() => this.order.repeat(what, press), this.everyMs);
    this.order.repeat(what, press);
  }

  stop(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.undo.forEach((remove) => remove());
    this.undo = [];
    const what = this.what!;
    this.what = null;
    this.order.end(what, this.press);
  }
}
