// What the values of a board are called on the page.

import { known, t } from '../i18n';
import type { ByteSpot, Difference } from './answers';
import { groups } from './session';
import { placeName } from './sheet';

export const unitName = (unit: string): string => (unit ? known('calu', unit) : '');

const countOf = (key: string): number => {
  for (const group of groups.peek())
    for (const field of group.fields) if (field.key === key) return field.count;
  return 1;
};

export function valueName(key: string, place: number, count = countOf(key)): string {
  return `${known('calf', key)} ${placeName(key, count, place)}`.trim();
}

export function spotName(spot: ByteSpot): string {
  return spot.key ? valueName(spot.key, spot.place) : known('cal.raw', spot.name);
}

export const groupName = (group: number): string => known('cal.group', String(group));

/** "200 mm" */
export const withUnit = (value: string, unit: string): string => `${value} ${unitName(unit)}`.trim();
export const differenceName = (one: Difference): string => valueName(one.key, one.place);

export const ofGroup = (group: number): { group: number; name: string } => ({
  group,
  name: groupName(group),
});
export const whenText = (time: Date): string =>
  Number.isFinite(time.getTime()) ? time.toLocaleString(undefined, { hour12: false }) : t('cal.history');
