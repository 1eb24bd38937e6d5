// A motion that lasts only while a button is held: the order is repeated while it is, and everything that
// could mean "not held any more" ends it – letting go, a cancelled touch, the window losing focus or being
// hidden, a line that breaks. It never starts again by itself.

export interface HoldOrder<T> {
  repeat: (what: T) => void;
  end: (what: T) => void;
}

export class HoldToRun<T> {
  private timer: ReturnType<typeof setInterval> | null = null;
  private what: T | null = null;
  private undo: (() => void)[] = [];

  constructor(
    private readonly order: HoldOrder<T>,
    private readonly everyMs = 100,
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
    this.timer = setInterval(() => this.order.repeat(what), this.everyMs);
    this.order.repeat(what);
  }

  stop(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.undo.forEach((remove) => remove());
    this.undo = [];
    const what = this.what!;
    this.what = null;
    this.order.end(what);
  }
}
