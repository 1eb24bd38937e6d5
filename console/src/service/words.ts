// The words of this page, learned when it is fetched: the first import of whatever shows them.

import { learn } from '../i18n';
import { service as en } from '../i18n/en_service';
import { service as zh } from '../i18n/zh_service';

learn({ en, zh });
