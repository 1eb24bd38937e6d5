// The words of speaking to boards, learned when a page that does is fetched.

import { learn } from '../i18n';
import { board as enBoard } from '../i18n/en_board';
import { calibrate as en } from '../i18n/en_calibrate';
import { board as zhBoard } from '../i18n/zh_board';
import { calibrate as zh } from '../i18n/zh_calibrate';

learn({ en: { ...en, ...enBoard }, zh: { ...zh, ...zhBoard } });
