import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { useLoaded } from "../../parts/use-loaded.ts";

type LoggedCall = Schemas["LoggedCall"];

const MOST_ENTRIES = 60;
const WIDTH = 720;

/** The looks of a watch over time, from the log of calls: good ones and others, with their counts. */
export function LookTimeline({ watch }: { watch: Schemas["Watch"] }): JSX.Element | null {
  const tool = `watch_poll:${watch.source.type}`;
  const { value } = useLoaded(async (signal) => {
    const query = { tool, limit: 200 };
    const { data } = await service.GET("/api/v1/calls", { params: { query }, signal });
    return (data.items as readonly LoggedCall[]).filter(({ looks }) => looks?.watch_id === watch.id);
  }, watch.id);
  if (!value || value.length === 0) return null;
  const entries = value.slice(0, MOST_ENTRIES).toReversed();
  const first = Date.parse(entries[0]?.looks?.since ?? entries[0]?.at ?? "");
  const span = Math.max(1, Date.parse(entries.at(-1)?.at ?? "") - first);
  const place = (at: string) => ((Date.parse(at) - first) / span) * (WIDTH - 8) + 4;
  return (
    <section class="card looks" aria-label="Looks">
      <h2>Looks</h2>
      <svg viewBox={`0 0 ${WIDTH} 28`} aria-hidden="true" focusable="false">
        <line class="look-axis" x1={0} x2={WIDTH} y1={14} y2={14} />
        {entries.map((entry) => {
          const from = place(entry.looks?.since ?? entry.at);
          const width = Math.max(5, place(entry.at) - from);
          return (
            <rect
              key={entry.id}
              class={entry.outcome === "ok" ? "look-good" : "look-bad"}
              x={from}
              y={5}
              width={width}
              height={18}
              rx={2}
            >
              <title>{wordsOf(entry)}</title>
            </rect>
          );
        })}
      </svg>
      <details>
        <summary class="small soft">As a list</summary>
        <ul>
          {entries.toReversed().map((entry) => (
            <li key={entry.id}>{wordsOf(entry)}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function wordsOf({ at, looks, outcome, error_code: code }: LoggedCall): string {
  const count = looks?.count ?? 1;
  const ending = outcome === "ok" ? "good" : (code ?? outcome);
  return `${new Date(at).toLocaleString()}: ${count} ${count === 1 ? "look" : "looks"}, ${ending}`;
}
