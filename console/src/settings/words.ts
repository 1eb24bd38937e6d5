// The words of this page, learned when it is fetched: the first import of whatever shows them.

import { learn } from '../i18n';
import { settings as en } from '../i18n/en_settings';
import { settings as zh } from '../i18n/zh_settings';

learn({ en, zh });
