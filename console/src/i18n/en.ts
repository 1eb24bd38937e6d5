import { book } from './en_book';
import { screen } from './en_screen';
import { words } from './en_words';

export const en = { ...screen, ...words, ...book } as const;
