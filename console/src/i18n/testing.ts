// Tests know both languages from the start.

import { learnBook } from '.';
import * as en from './book_en';
import * as zh from './book_zh';

learnBook('en', en);
learnBook('zh', zh);
