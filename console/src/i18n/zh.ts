import type { en } from './en';
import { book } from './zh_book';
import { screen } from './zh_screen';
import { words } from './zh_words';

export const zh: Readonly<Record<keyof typeof en, string>> = { ...screen, ...words, ...book };
