// Where the "?" of each panel leads: pages of docs/, served beside this one (help.ts).

export const HELP = {
  platform: 'lifecycle.html',
  motions: 'console.html#operate',
  axes: 'conventions.html',
  legs: 'console.html#operate',
  details: 'console.html#operate',
  cueing: 'console.html#cueing',
  verify: 'verify.html',
  calibrate: 'calibrate.html',
  commission: 'commission.html',
  accept: 'accept.html',
  pendant: 'console.html#pendant',
  alarms: 'console.html#service',
  maintenance: 'console.html#service',
  settings: 'console.html#settings',
  faults: 'console.html#after-a-fault',
} as const;
export type HelpPlace = keyof typeof HELP;
