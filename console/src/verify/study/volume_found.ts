// A workspace that comes slice by slice.

import type { VolumeSlice } from './answers';

export interface Found {
  vertices: number[];
  triangles: number[];
  litres: number;
  force: VolumeSlice['worstForce'];
  slowest: VolumeSlice['slowest'];
}

/** What is found so far, and one slice more. */
export function joined(old: Found | null, slice: VolumeSlice): Found {
  const from = (old?.vertices.length ?? 0) / 3;
  const force =
    !slice.worstForce || (old?.force && old.force.force >= slice.worstForce.force)
      ? (old?.force ?? null)
      : slice.worstForce;
  return {
    vertices: [...(old?.vertices ?? []), ...slice.vertices],
    triangles: [...(old?.triangles ?? []), ...slice.triangles.map((i) => i + from)],
    litres: (old?.litres ?? 0) + (slice.litres || 0),
    force,
    slowest: slice.slowest.map((one, i) => {
      const before = old?.slowest[i] ?? null;
      return !one || (before && before.value <= one.value) ? before : one;
    }),
  };
}
