import { accept } from './en_accept';
import { calibrate } from './en_calibrate';
import { cueing } from './en_cueing';
import { parts } from './en_parts';
import { screen } from './en_screen';
import { verify } from './en_verify';
import { words } from './en_words';

export const en = { ...screen, ...parts, ...words, ...verify, ...calibrate, ...cueing, ...accept } as const;
