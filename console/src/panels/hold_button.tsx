// A button that acts while it is held, by pointer or key. Leaving it in any way is the end.

import type { ComponentChildren } from 'preact';

interface Props {
  label: string;
  enabled: boolean;
  testid: string;
  begin: () => void;
  end: () => void;
  /** Beside "hold". */
  style?: string;
  children: ComponentChildren;
}

export function HoldButton({ label, enabled, testid, begin, end, style = '', children }: Props) {
  return (
    <button
      class={`hold ${style}`.trim()}
      disabled={!enabled}
      aria-label={label}
      title={label}
      data-testid={testid}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // A finger holds what it touches: let go of that, so that sliding off the button ends the motion too.
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.releasePointerCapture(event.pointerId);
        begin();
      }}
      onPointerLeave={end}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={end}
      onBlur={end}
    >
      {children}
    </button>
  );
}
