// The name of a figure ("reach.sway.low.error_mm") in words of the page's language. What has no words is
// shown as it is.

import { known, t } from '../i18n';

const AXES = ['sway', 'surge', 'heave', 'pitch', 'roll', 'yaw'];
const UNITS = /_(mm_s|deg_s|mm|deg|ms|Nm|g)$/;

/** A point between digits belongs to a number. */
const partsOf = (name: string): string[] => name.split(/(?<!\d)\.|\.(?!\d)/);

function wordOf(part: string): string {
  const axis = AXES.indexOf(part);
  if (axis >= 0) return known('axis', String(axis));
  const leg = /^leg(\d)$/.exec(part);
  if (leg) return t('jog.leg', { leg: leg[1]! });
  const hertz = /^([\d.]+)Hz$/.exec(part);
  return hertz ? `${hertz[1]} Hz` : known('accept.part', part.replace(UNITS, ''));
}

/** Without the test, which stands above it. */
export const figureWords = (name: string): string => partsOf(name).slice(1).map(wordOf).join(' · ');
