// The words of this page, learned when it is fetched: the first import of whatever shows them.

import { learn } from '../i18n';
import { verify as en } from '../i18n/en_verify';
import { verify as zh } from '../i18n/zh_verify';

learn({ en, zh });
