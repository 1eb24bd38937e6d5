// Everything said in one language, but for the words that come with their page: fetched when it is spoken.

import messages from 'virtual:messages/zh';
import { accept } from './zh_accept';
import { cueing } from './zh_cueing';
import { parts } from './zh_parts';
import { screen } from './zh_screen';
import { words as names } from './zh_words';

export const words = { ...screen, ...parts, ...names, ...cueing, ...accept };
export { messages };
