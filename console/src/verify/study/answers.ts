// What the studies of a set answer (drive sizing, space, stiffness, tolerances, design): docs/console-api.md.
// What is missing is NaN or null and never a number that could be taken for a result.

import { limitHit } from '../../api/decode';
import type { LimitHit, Six } from '../../api/messages';
import { said, type Said } from '../../i18n/message';
import type { NumberSet } from '../draft';
import {
  list,
  number,
  numbers,
  object,
  or,
  orNull,
  pairs,
  saids,
  six,
  text,
  type Json,
  type Or,
} from '../json';

const of = (json: Json, ...keys: string[]): Record<string, number> =>
  Object.fromEntries(keys.map((key) => [key, number(json[key])]));

// ---------------------------------------------------------------------------------------------------- drives

export interface Motor {
  name: string;
  power: number;
  ratedTorque: number;
  ratedRpm: number;
  peakTorque: number;
  maxRpm: number;
  rotorInertia: number;
  typical: boolean;
}
export interface Catalogue {
  motors: Motor[];
  problems: Said[];
  films: string[];
  manoeuvres: string[];
}
export const catalogue = (value: unknown): Catalogue => ({
  motors: list(object(value)['motors']).map((one) => {
    const m = object(one);
    return {
      name: text(m['name']),
      power: number(m['power_W']),
      ratedTorque: number(m['rated_torque_Nm']),
      ratedRpm: number(m['rated_rpm']),
      peakTorque: number(m['peak_torque_Nm']),
      maxRpm: number(m['max_rpm']),
      rotorInertia: number(m['rotor_inertia']),
      typical: m['typical'] === true,
    };
  }),
  problems: saids(object(value)['problems']),
  films: list(object(value)['films']).map(text),
  manoeuvres: list(object(value)['manoeuvres']).map(text),
});

export interface MotorVerdict {
  name: string;
  power: number;
  passes: boolean;
  reasons: Said[];
  thermal: number;
  peak: number;
  speed: number;
  inertia: number;
  rms: number;
  peakTorque: number;
  rpm: number;
}
/** A part of the drive: its numbers, and why it does not bear the motion. */
export type Part = Record<string, number> & { passes: boolean; reasons: Said[] };
const part = (json: Json, ...keys: string[]): Part =>
  ({ ...of(json, ...keys), passes: json['passes'] === true, reasons: saids(json['reasons']) }) as Part;
export interface SizeAnswer {
  verdict: Said;
  smallest: string | null;
  duration: number;
  motors: MotorVerdict[];
  limit: LimitHit | null; // the first that the whole motion breaks with the motor shown
  screw: Part;
  belt: Part | null; // null: no limit of it is given
  gear: Part | null;
  regeneration: Record<string, number> | null;
  shown: {
    name: string;
    rpm: number[];
    torque: number[];
    continuous: [number, number][];
    peak: [number, number][];
    rms: [number, number];
  } | null;
}
export const sizeAnswer = (value: unknown): Or<SizeAnswer> =>
  or(value, (json) => {
    return {
      verdict: said(json['verdict']),
      limit: limitHit(object(json['preflight'])['limit']),
      smallest: typeof json['smallest'] === 'string' ? json['smallest'] : null,
      duration: number(json['duration_s']),
      motors: list(json['motors']).map((one) => {
        const m = object(one);
        return {
          name: text(m['name']),
          power: number(m['power_W']),
          passes: m['passes'] === true,
          reasons: saids(m['reasons']),
          thermal: number(m['thermal_percent']),
          peak: number(m['peak_percent']),
          speed: number(m['speed_percent']),
          inertia: number(m['inertia_ratio']),
          rms: number(m['rms_torque_Nm']),
          peakTorque: number(m['peak_torque_Nm']),
          rpm: number(m['max_rpm']),
        };
      }),
      screw: part(
        object(json['screw']),
        'buckling_kN',
        'buckling_safety',
        'critical_rpm',
        'rpm',
        'critical_percent',
        'mean_load_kN',
        'life_km',
        'life_h',
      ),
      belt: orNull(json['belt'], (own) => part(own, 'force_N', 'allowed_N')),
      gear: orNull(json['gear'], (own) => part(own, 'rms_Nm', 'peak_Nm', 'rpm')),
      regeneration: orNull(json['regeneration'], (r) =>
        of(r, 'returned_J', 'stored_J', 'resistor_J', 'resistor_mean_W', 'resistor_peak_W', 'resistor_ohm'),
      ),
      shown: orNull(json['shown'], (s) => ({
        name: text(s['name']),
        rpm: numbers(s['rpm']),
        torque: numbers(s['torque_Nm']),
        continuous: pairs(s['continuous']),
        peak: pairs(s['peak']),
        rms: [number(object(s['rms'])['rpm']), number(object(s['rms'])['torque_Nm'])] as [number, number],
      })),
    };
  });

// ----------------------------------------------------------------------------------------------------- space

export interface EnvelopeAnswer {
  fits: boolean;
  verdict: Said;
  scale: number;
  first: { pose: Six; limit: LimitHit | null } | null;
  alone: { axis: string; low: number; high: number; fits: boolean }[];
}
export const envelopeAnswer = (value: unknown): Or<EnvelopeAnswer> =>
  or(value, (json) => ({
    fits: json['fits'] === true,
    verdict: said(json['verdict']),
    scale: number(json['scale']),
    first: orNull(json['first'], (f) => ({ pose: six(f['pose']), limit: limitHit(f['limit']) })),
    alone: list(json['alone']).map((one) => {
      const a = object(one);
      return {
        axis: text(a['axis']),
        low: number(a['low']),
        high: number(a['high']),
        fits: a['fits'] === true,
      };
    }),
  }));

export interface VolumeSlice {
  box: unknown;
  firstRow: number;
  rows: number;
  layers: number;
  litres: number;
  vertices: number[];
  triangles: number[];
  worstForce: { force: number; leg: number; pose: Six } | null;
  slowest: ({ axis: string; value: number; unit: string; pose: Six } | null)[];
}
export const volumeAnswer = (value: unknown): Or<VolumeSlice> =>
  or(value, (json) => ({
    box: json['box'],
    firstRow: number(json['first_row']),
    rows: number(json['rows']),
    layers: number(json['layers']),
    litres: number(json['volume_l']),
    vertices: numbers(json['vertices']),
    triangles: numbers(json['triangles']),
    worstForce: orNull(json['worst_force'], (w) => ({
      force: number(w['force_kN']),
      leg: number(w['leg']),
      pose: six(w['pose']),
    })),
    slowest: list(json['slowest']).map((one) =>
      orNull(one, (s) => ({
        axis: text(s['axis']),
        value: number(s['value']),
        unit: text(s['unit']),
        pose: six(s['pose']),
      })),
    ),
  }));
export const fileAnswer = (value: unknown): Or<{ name: string; text: string }> =>
  or(value, (json) => ({ name: text(json['name']), text: text(json['text']) }));

export interface ClearanceAnswer {
  passes: boolean;
  verdict: Said;
  poses: number;
  pairs: {
    a: string;
    aLeg: number;
    b: string;
    bLeg: number;
    distance: number;
    pose: Six;
    passes: boolean;
  }[];
  joints: {
    end: string;
    leg: number;
    first: [number, number];
    second: [number, number];
    cone: number;
    passes: boolean;
    outline: [number, number][];
  }[];
}
export const clearanceAnswer = (value: unknown): Or<ClearanceAnswer> =>
  or(value, (json) => ({
    passes: json['passes'] === true,
    verdict: said(json['verdict']),
    poses: number(json['poses']),
    pairs: list(json['pairs']).map((one) => {
      const p = object(one);
      return {
        a: text(p['a']),
        aLeg: number(p['a_leg']),
        b: text(p['b']),
        bLeg: number(p['b_leg']),
        distance: number(p['distance_mm']),
        pose: six(p['pose']),
        passes: p['passes'] === true,
      };
    }),
    joints: list(json['joints']).map((one) => {
      const j = object(one);
      const range = (r: unknown): [number, number] => [number(object(r)['low']), number(object(r)['high'])];
      return {
        end: text(j['end']),
        leg: number(j['leg']),
        first: range(j['first']),
        second: range(j['second']),
        cone: number(j['cone']),
        passes: j['passes'] === true,
        outline: pairs(j['outline']),
      };
    }),
  }));

// ------------------------------------------------------------------------------------------------- stiffness

export interface AxisValue {
  axis: string;
  value: number;
  unit: string;
}
const axisValue = (value: unknown): AxisValue | null =>
  orNull(value, (a) => ({ axis: text(a['axis']), value: number(a['value']), unit: text(a['unit']) }));
export interface StiffnessAnswer {
  axes: (AxisValue | null)[];
  sag: number;
  frequencies: number[];
  lowest: { frequency: number; pose: Six } | null;
  softest: (AxisValue | null)[];
}
export const stiffnessAnswer = (value: unknown): Or<StiffnessAnswer> =>
  or(value, (json) => {
    const here = object(json['here']);
    return {
      axes: list(here['axes']).map(axisValue),
      sag: number(here['sag_mm']),
      frequencies: numbers(here['frequencies_Hz']),
      lowest: orNull(json['lowest'], (l) => ({
        frequency: number(l['frequency_Hz']),
        pose: six(l['pose']),
      })),
      softest: list(json['softest']).map(axisValue),
    };
  });

export interface ToleranceAnswer {
  translation: { rms: number; worst: number };
  rotation: { rms: number; worst: number };
  rows: {
    end: string;
    leg: number;
    direction: string;
    translation: number;
    rotation: number;
    share: number;
  }[];
  groups: { end: string; direction: string; share: number }[];
  tightest: Said;
}
export const toleranceAnswer = (value: unknown): Or<ToleranceAnswer> =>
  or(value, (json) => {
    const total = (key: string, unit: string) => ({
      rms: number(object(json[key])[`rms_${unit}`]),
      worst: number(object(json[key])[`worst_${unit}`]),
    });
    return {
      translation: total('translation', 'mm'),
      rotation: total('rotation', 'deg'),
      rows: list(json['rows']).map((one) => {
        const r = object(one);
        return {
          end: text(r['end']),
          leg: number(r['leg']),
          direction: text(r['direction']),
          translation: number(r['translation_mm_per_mm']),
          rotation: number(r['rotation_deg_per_mm']),
          share: number(r['share_percent']),
        };
      }),
      groups: list(json['groups']).map((one) => {
        const g = object(one);
        return {
          end: text(g['end']),
          direction: text(g['direction']),
          share: number(g['share_percent']),
        };
      }),
      tightest: said(json['tightest']),
    };
  });

// ---------------------------------------------------------------------------------------------------- design

export interface Design {
  name: string;
  numbers: Record<string, number>;
  motor: string;
  set: NumberSet;
}
export interface DesignAnswer {
  step: number;
  steps: number;
  done: boolean;
  designs: Design[];
  raw: unknown[]; // goes back with the next step
  verdict: Said;
}
const DESIGN_NUMBERS = [
  'base_diameter',
  'platform_diameter',
  'leg_length',
  'stroke',
  'neutral_height',
  'diameter',
  'lead',
  'power_W',
  'leg_speed_mm_s',
  'leg_force_kN',
  'joint_angle',
  'condition',
  'clearance_mm',
  'envelope_scale',
] as const;
export const designAnswer = (value: unknown): Or<DesignAnswer> =>
  or(value, (json) => ({
    step: number(json['step']),
    steps: number(json['steps']),
    done: json['done'] === true,
    designs: list(json['designs']).map((one) => {
      const d = object(one);
      return {
        name: text(d['name']),
        numbers: of(d, ...DESIGN_NUMBERS),
        motor: text(d['motor']),
        set: object(d['set']) as unknown as NumberSet,
      };
    }),
    raw: list(json['designs']),
    verdict: said(json['verdict']),
  }));
