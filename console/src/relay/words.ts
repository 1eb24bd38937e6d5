// The words of this panel, learned when it is fetched: the first import of whatever shows them.

import { learn } from '../i18n';
import { relay as en } from '../i18n/en_relay';
import { relay as zh } from '../i18n/zh_relay';

learn({ en, zh });
