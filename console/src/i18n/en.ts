import { book } from './en_book';
import { calibrate } from './en_calibrate';
import { screen } from './en_screen';
import { verify } from './en_verify';
import { words } from './en_words';

export const en = { ...screen, ...words, ...book, ...verify, ...calibrate } as const;
