// What this browser remembers: language, light or dark, the 3D view's switches. Nothing of it moves anything.

import { effect, signal } from '@preact/signals';
import type { Language } from '../i18n';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'hexad.console';

interface Saved {
  language?: Language;
  theme?: Theme;
  bottom?: BottomSize;
  size?: number;
  show?: Partial<SceneSwitches>;
}
/** Percent; widths of the layout are in rem, so that a larger page has less room, as on a smaller screen. */
export const PAGE_SIZES = [100, 125, 150] as const;
export type BottomSize = 'small' | 'normal' | 'large';
export interface SceneSwitches {
  ghost: boolean;
  trail: boolean;
  axes: boolean;
  cabin: boolean;
  hull: boolean;
}

function load(): Saved {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof saved === 'object' && saved !== null ? (saved as Saved) : {};
  } catch {
    return {};
  }
}

export function createPrefs() {
  const saved = load();
  const preferred: Language =
    typeof navigator !== 'undefined' && /^zh/i.test(navigator.language) ? 'zh' : 'en';
  const language = signal<Language>(
    saved.language === 'en' || saved.language === 'zh' ? saved.language : preferred,
  );
  const theme = signal<Theme>(saved.theme === 'light' || saved.theme === 'dark' ? saved.theme : 'system');
  const bottom = signal<BottomSize>(saved.bottom ?? 'normal');
  const size = signal<number>(PAGE_SIZES.find((one) => one === saved.size) ?? 100);
  const show = signal<SceneSwitches>({
    ghost: true,
    trail: true,
    axes: true,
    cabin: true,
    hull: true,
    ...saved.show,
  });
  const dark = signal(false);

  const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
  const judge = () =>
    (dark.value = theme.value === 'dark' || (theme.value === 'system' && (system?.matches ?? false)));
  system?.addEventListener('change', judge);
  effect(() => {
    judge();
    document.documentElement.dataset['theme'] = dark.value ? 'dark' : 'light';
    document.documentElement.style.fontSize = size.value === 100 ? '' : `${size.value}%`;
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
  });
  effect(() => {
    const now: Saved = {
      language: language.value,
      theme: theme.value,
      bottom: bottom.value,
      size: size.value,
      show: show.value,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
  });
  return { language, theme, bottom, size, show, dark };
}
