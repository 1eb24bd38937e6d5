// What /api/verify/identify answers: docs/console-api.md.

import type { Point, Six } from '../api/messages';
import { said, type Said } from '../i18n/message';
import { numberSet, remarks, type Remark } from './answers';
import type { NumberSet } from './draft';
import { isObject, list, number, object, or, orNull, point, saids, six, text, type Or } from './json';

type OfUnit = { rms: number; largest: number } | null;
export interface IdentifyAnswer {
  errors: Remark[];
  passes: boolean;
  reason: Said | null;
  contradicts: boolean;
  rows: number;
  readings: number;
  before: Record<'mm' | 'deg', OfUnit>;
  after: Record<'mm' | 'deg', OfUnit>;
  uncertain: Six; // of the pose, before
  certain: Six;
  parameters: {
    end: string;
    leg: number;
    axis: string;
    before: number;
    after: number;
    uncertainty: number;
  }[];
  instruments: {
    what: 'tracker' | 'target' | 'point' | 'mark' | 'level' | 'sensor';
    number: number;
    place: Point;
    angles: Point;
  }[];
  columns: { column: string; readings: number; before: number; after: number; rms: number }[];
  outliers: { line: number; column: string }[];
  untold: Said[];
  dropped: boolean;
  set: NumberSet | null;
}
export const identifyAnswer = (value: unknown): Or<IdentifyAnswer> =>
  or(value, (json) => {
    const of = (one: unknown): OfUnit =>
      orNull(one, (unit) => ({ rms: number(unit['rms']), largest: number(unit['largest']) }));
    const residual = (when: string) => {
      const r = object(object(json['residual'])[when]);
      return { mm: of(r['mm']), deg: of(r['deg']) };
    };
    return {
      errors: remarks(json['errors']),
      passes: json['passes'] === true,
      reason: isObject(json['reason']) ? said(json['reason']) : null,
      contradicts: json['contradicts_sigma'] === true,
      rows: number(json['rows']),
      readings: number(json['readings']),
      before: residual('before'),
      after: residual('after'),
      uncertain: six(object(json['uncertainty'])['before']),
      certain: six(object(json['uncertainty'])['after']),
      parameters: list(json['parameters']).map((one) => {
        const p = object(one);
        return {
          end: text(p['end']),
          leg: number(p['leg']),
          axis: text(p['axis']),
          before: number(p['before_mm']),
          after: number(p['after_mm']),
          uncertainty: number(p['uncertainty_mm']),
        };
      }),
      instruments: list(json['instruments']).map((one) => {
        const p = object(one);
        return {
          what: text(p['what']) as IdentifyAnswer['instruments'][number]['what'],
          number: number(p['number']),
          place: point(p['place_mm']),
          angles: point(p['angles_deg']),
        };
      }),
      columns: list(json['columns']).map((one) => {
        const p = object(one);
        return {
          column: text(p['column']),
          readings: number(p['readings']),
          before: number(p['mean_before']),
          after: number(p['mean_after']),
          rms: number(p['rms_after']),
        };
      }),
      untold: saids(json['cannot_be_told']),
      outliers: list(json['outliers']).map((one) => ({
        line: number(object(one)['line']),
        column: text(object(one)['column']),
      })),
      dropped: json['dropped'] === true,
      set: isObject(json['set']) ? numberSet(json['set']) : null,
    };
  });
