import { accept } from './en_accept';
import { board } from './en_board';
import { calibrate } from './en_calibrate';
import { commission } from './en_commission';
import { cueing } from './en_cueing';
import { parts } from './en_parts';
import { relay } from './en_relay';
import { screen } from './en_screen';
import { service } from './en_service';
import { settings } from './en_settings';
import { verify } from './en_verify';
import { words } from './en_words';

export const en = {
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
} as const;
