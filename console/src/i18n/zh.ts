import type { en } from './en';
import { accept } from './zh_accept';
import { board } from './zh_board';
import { calibrate } from './zh_calibrate';
import { commission } from './zh_commission';
import { cueing } from './zh_cueing';
import { parts } from './zh_parts';
import { relay } from './zh_relay';
import { screen } from './zh_screen';
import { service } from './zh_service';
import { settings } from './zh_settings';
import { verify } from './zh_verify';
import { words } from './zh_words';

export const zh: Readonly<Record<keyof typeof en, string>> = {
  ...screen,
  ...parts,
  ...words,
  ...verify,
  ...board,
  ...calibrate,
  ...commission,
  ...cueing,
  ...accept,
  ...relay,
  ...service,
  ...settings,
};
