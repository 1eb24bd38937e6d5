// What the role of this page's token allows. The program decides, order by order and route by route; here it is only
// known which pages would be refused everything.

import { ROLES, type Role } from '../api/messages';
import type { PageName } from './page';

export const reaches = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

const RESERVED: ReadonlySet<PageName> = new Set<PageName>(['commission', 'calibrate', 'settings']);
export const isReserved = (name: PageName, role: Role): boolean =>
  RESERVED.has(name) && !reaches(role, 'engineer');
