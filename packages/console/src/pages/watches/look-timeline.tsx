import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";

type LoggedCall = Schemas["LoggedCall"];

const MAX_ENTRIES = 60;
/**
 * Maximum number of pages to read. If other calls outnumber the polls, a page of the log may contain few of
 * them.
 */
const MAX_PAGES = 5;
const WIDTH = 720;

/**
 * Shows the polls of a watch over time, from the log of calls: successful ones and others, with their
 * numbers.
 */
export function LookTimeline({ watch }: { watch: Schemas["Watch"] }): JSX.Element {
  const { value, problem, reload } = useLoaded((signal) => newestLooks(watch.id, signal), watch.id);
  return (
    <section class="card looks" aria-label="Polls">
      <h2>Polls</h2>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {value?.length === 0 && <p class="soft">No scheduled poll has been logged yet.</p>}
      {value && value.length > 0 && <LookChart looks={value} />}
    </section>
  );
}

async function newestLooks(id: string, signal: AbortSignal): Promise<readonly LoggedCall[]> {
  const found: LoggedCall[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const query: { watch_id: string; limit: number; cursor?: string } = {
      watch_id: id,
      limit: MAX_ENTRIES,
      ...(cursor !== null && { cursor }),
    };
    const { data } = await service.GET("/api/v1/calls", { params: { query }, signal });
    found.push(...(data.items as readonly LoggedCall[]));
    cursor = data.next_cursor;
    if (cursor === null || found.length >= MAX_ENTRIES) break;
  }
  return found.slice(0, MAX_ENTRIES);
}

function LookChart({ looks }: { looks: readonly LoggedCall[] }): JSX.Element {
  const entries = looks.toReversed();
  const first = Math.min(...entries.map(({ looks: counted, at }) => Date.parse(counted?.since ?? at)));
  const span = Math.max(1, Date.parse(entries.at(-1)?.at ?? "") - first);
  const place = (at: string) => ((Date.parse(at) - first) / span) * (WIDTH - 8) + 4;
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} 28`} aria-hidden="true" focusable="false">
        <line class="look-axis" x1={0} x2={WIDTH} y1={14} y2={14} />
        {entries.map((entry) => {
          const from = Math.min(place(entry.looks?.since ?? entry.at), WIDTH - 5);
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
          {looks.map((entry) => (
            <li key={entry.id}>{wordsOf(entry)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function wordsOf({ at, looks, outcome, error_code: code }: LoggedCall): string {
  const count = looks?.count ?? 1;
  const ending = outcome === "ok" ? "good" : (code ?? outcome);
  return `${new Date(at).toLocaleString()}: ${count} ${count === 1 ? "poll" : "polls"}, ${ending}`;
}
