import type { Histogram as Data } from '../api/messages';
import { brief } from '../i18n/format';

/** Counts as bars, on a root scale so that the rare late ones can be seen. */
export function Histogram({ data, label }: { data: Data; label: string }) {
  const most = Math.max(1, ...data.counts);
  const last = data.counts.findLastIndex((count) => count > 0);
  const shown = data.counts.slice(0, Math.max(8, last + 2));
  return (
    <figure class="histogram">
      <div role="img" aria-label={label}>
        {shown.map((count, i) => {
          const from = data.edges[i];
          const to = data.edges[i + 1];
          const name = `${from === undefined ? '' : brief(from)} … ${to === undefined ? '' : brief(to)}: ${count}`;
          return (
            <i
              key={i}
              style={`height:${count > 0 ? Math.max(4, 100 * Math.sqrt(count / most)) : 0}%`}
              title={name}
            />
          );
        })}
      </div>
      <figcaption>
        <span>{data.edges[0] === undefined ? '' : brief(data.edges[0])}</span>
        <span>{label}</span>
        <span>
          {data.edges[shown.length] === undefined
            ? `> ${brief(data.edges[shown.length - 1] ?? NaN)}`
            : brief(data.edges[shown.length]!)}
        </span>
      </figcaption>
    </figure>
  );
}
