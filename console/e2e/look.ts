// What a test can see of a page without a picture: contrast of text, text that is cut off or lies over other
// text.

import type { Page } from 'playwright-core';

export interface Weak {
  what: string;
  ratio: number;
}

/** Every control and its text colour against what is painted behind it (WCAG 2: 4.5 is the least). */
export const weakContrasts = (page: Page, selector: string, least = 4.5): Promise<Weak[]> =>
  page.evaluate(
    ([which, bound]) => {
      const channels = (text: string): number[] => {
        const parts = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
        const scale = text.startsWith('color(') ? 255 : 1; // color(srgb 0.5 0.5 0.5 / 1)
        return [...parts.slice(0, 3).map((v) => v * scale), parts[3] ?? 1];
      };
      const over = (top: number[], under: number[]) =>
        [0, 1, 2].map((i) => top[i]! * top[3]! + under[i]! * (1 - top[3]!)).concat(1);
      const behind = (element: Element | null): number[] => {
        if (!element) return [255, 255, 255, 1];
        const own = channels(getComputedStyle(element).backgroundColor);
        return own[3]! >= 1 ? own : over(own, behind(element.parentElement));
      };
      const light = (colour: number[]) => {
        const [r, g, b] = colour.slice(0, 3).map((v) => {
          const c = v / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const found: { what: string; ratio: number }[] = [];
      for (const control of document.querySelectorAll<HTMLElement>(which)) {
        if (!control.checkVisibility()) continue;
        const inside = [control, ...control.querySelectorAll<HTMLElement>('*')];
        for (const element of inside) {
          const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent!.trim() !== '');
          if (!text && !(element instanceof HTMLInputElement)) continue;
          const back = behind(element);
          const front = over(channels(getComputedStyle(element).color), back);
          const [a, b] = [light(front), light(back)].sort((x, y) => y - x) as [number, number];
          const ratio = (a + 0.05) / (b + 0.05);
          if (ratio < bound) found.push({ what: element.outerHTML.slice(0, 110), ratio: +ratio.toFixed(2) });
        }
      }
      return found;
    },
    [selector, least] as const,
  );

/**
 * Words that are broken, text that is cut off (its box is larger than the nearest box that hides what sticks out and cannot be
 * scrolled), text over other text, controls outside the page, and a page that scrolls sideways.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`sideways: ${root.scrollWidth} of ${root.clientWidth}`);
    const name = (element: Element) => {
      const id = element.closest('[data-testid]')?.getAttribute('data-testid');
      const words = element.textContent!.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.className} [${id}] "${words}"`;
    };
    const drawn = (element: Element) =>
      element.closest('.cube, .sr, .hidden, .uplot, svg, noscript, option') !== null;
    const shown: { element: Element; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!node.textContent!.trim() || drawn(element) || !element.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 1) continue;
      // A word of plain letters that is broken in the middle: its field is too narrow for it.
      for (const word of node.textContent!.matchAll(/(?<![\w./:-])[A-Za-z]{3,20}(?![\w./:-])/g)) {
        const part = document.createRange();
        part.setStart(node, word.index);
        part.setEnd(node, word.index + word[0].length);
        if (new Set([...part.getClientRects()].map((line) => Math.round(line.top))).size > 1)
          found.push(`broken word: ${word[0]} in ${name(element)}`);
      }
      let visible = true;
      for (let around: Element | null = element; around && around !== root; around = around.parentElement) {
        const style = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        const slack = 2;
        const out = {
          x: box.left < frame.left - slack || box.right > frame.right + slack,
          y: box.top < frame.top - slack || box.bottom > frame.bottom + slack,
        };
        for (const axis of ['x', 'y'] as const) {
          if (!out[axis]) continue;
          const overflow = axis === 'x' ? style.overflowX : style.overflowY;
          if (overflow === 'hidden' || overflow === 'clip') found.push(`cut off ${axis}: ${name(element)}`);
          // What can be scrolled to is there; sideways only where it is meant to be.
          if (overflow === 'auto' || overflow === 'scroll') visible = false;
          if (
            axis === 'x' &&
            visible === false &&
            !around.matches('.scroll-x, .scroll, .cal-table, .hex, .cal-changes')
          )
            found.push(`sideways in ${around.className}: ${name(element)}`);
        }
        if (!visible) break;
      }
      if (visible && !element.closest('.scene, .notices')) shown.push({ element, box });
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type=text], select'))
      if (input.checkVisibility() && input.scrollWidth > input.clientWidth + 1)
        found.push(`field too narrow: ${input.getAttribute('data-testid')} "${input.value}"`);
    shown.sort((a, b) => a.box.top - b.box.top);
    shown.forEach((one, i) => {
      for (const other of shown.slice(i + 1)) {
        if (other.box.top >= one.box.bottom - 3) break;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (
          wide > 2 &&
          high > 4 &&
          !one.element.contains(other.element) &&
          !other.element.contains(one.element)
        )
          found.push(`overlap: ${name(one.element)} / ${name(other.element)}`);
      }
    });
    return [...new Set(found)];
  });
