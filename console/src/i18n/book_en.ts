// Everything said in one language, but for the words that come with their page: fetched when it is spoken.

import messages from 'virtual:messages/en';
import { accept } from './en_accept';
import { cueing } from './en_cueing';
import { parts } from './en_parts';
import { screen } from './en_screen';
import { words as names } from './en_words';

export const words = { ...screen, ...parts, ...names, ...cueing, ...accept };
export { messages };
