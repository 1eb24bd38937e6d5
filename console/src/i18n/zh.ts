import type { en } from './en';
import { accept } from './zh_accept';
import { calibrate } from './zh_calibrate';
import { cueing } from './zh_cueing';
import { parts } from './zh_parts';
import { screen } from './zh_screen';
import { verify } from './zh_verify';
import { words } from './zh_words';

export const zh: Readonly<Record<keyof typeof en, string>> = {
  ...screen,
  ...parts,
  ...words,
  ...verify,
  ...calibrate,
  ...cueing,
  ...accept,
};
