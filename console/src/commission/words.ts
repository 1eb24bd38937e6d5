// The words of this page, learned when it is fetched: the first import of whatever shows them.

import { learn } from '../i18n';
import { commission as en } from '../i18n/en_commission';
import { commission as zh } from '../i18n/zh_commission';

learn({ en, zh });
