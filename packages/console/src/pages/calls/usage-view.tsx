import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { describeKey } from "../../parts/key-words.ts";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { durationWords } from "./call-outcome.tsx";

type UsageRow = Schemas["UsageRow"];

const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_ROWS = 8;

/** Shows the calls of the last days as bars, with totals by tool and by key. */
export function UsageView(): JSX.Element | null {
  const { value, problem, reload } = useLoaded(loadUsage);
  if (problem !== undefined) return <ProblemBanner problem={problem} onRetry={reload} />;
  const { days = [], tools = [], keys = [] } = value ?? {};
  const isEmpty = days.every(({ done, other }) => done + other === 0);
  if (isEmpty) return null;
  return (
    <section class="usage" aria-label="Usage">
      <div class="card">
        <h2>Calls per day</h2>
        <BarChart days={days} />
      </div>
      <div class="usage-sums">
        <SumTable title="By tool" rows={tools} nameOf={({ tool }) => tool ?? ""} />
        <SumTable title="By key" rows={keys} nameOf={describeKey} />
      </div>
    </section>
  );
}

async function loadUsage(signal: AbortSignal) {
  const now = Date.now();
  const days = Array.from({ length: DAYS }, (_, at) => dayOf(now - (DAYS - 1 - at) * DAY_MS));
  const by = async (group: string): Promise<readonly UsageRow[]> => {
    const query = { group, from: days[0] ?? "", to: days.at(-1) ?? "" };
    return (await service.GET("/api/v1/usage", { params: { query }, signal })).data.items;
  };
  const [ofDays, tools, keys] = await Promise.all([by("day"), by("tool"), by("key")]);
  const bars = days.map((day): BarDay => {
    const row = ofDays.find((one) => one.day === day);
    return { day, done: row?.ok ?? 0, other: (row?.calls ?? 0) - (row?.ok ?? 0) };
  });
  return { days: bars, tools, keys };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

interface SumTableProps {
  title: string;
  rows: readonly UsageRow[];
  nameOf: (row: UsageRow) => string;
}

function SumTable({ title, rows, nameOf }: SumTableProps): JSX.Element {
  const shown = rows.toSorted((one, other) => other.calls - one.calls).slice(0, MAX_ROWS);
  return (
    <div class="table-frame">
      <table>
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" class="end">
              Calls
            </th>
            <th scope="col" class="end">
              Not done
            </th>
            <th scope="col" class="end">
              Median
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key_id ?? nameOf(row)} title={row.key_id ?? undefined}>
              <td data-title={title}>
                <code>{nameOf(row)}</code>
              </td>
              <td data-title="Calls" class="end">
                {row.calls.toLocaleString("en")}
              </td>
              <td data-title="Not done" class="end">
                {(row.calls - row.ok).toLocaleString("en")}
              </td>
              <td data-title="Median" class="end">
                {row.median_ms === null ? "—" : durationWords(row.median_ms)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Calls of one day: successful ones and all others. */
interface BarDay {
  /** `2026-01-31`, in UTC. */
  day: string;
  done: number;
  other: number;
}

const HEIGHT = 120;
const WIDTH = 40;
const GAP = 10;

/** Shows a bar for each day. Its numbers are in its title, and screen readers read them as a list. */
function BarChart({ days }: { days: readonly BarDay[] }): JSX.Element {
  const most = Math.max(1, ...days.map(({ done, other }) => done + other));
  const scale = (calls: number) => (calls / most) * HEIGHT;
  return (
    <figure class="bars">
      <svg viewBox={`0 0 ${days.length * (WIDTH + GAP)} ${HEIGHT + 22}`} aria-hidden="true" focusable="false">
        {days.map(({ day, done, other }, at) => {
          const x = at * (WIDTH + GAP);
          const top = HEIGHT - scale(done + other);
          return (
            <g key={day}>
              <title>{wordsOf({ day, done, other })}</title>
              <rect class="bar-field" x={x} y={0} width={WIDTH} height={HEIGHT} />
              <rect class="bar-done" x={x} y={HEIGHT - scale(done)} width={WIDTH} height={scale(done)} />
              <rect class="bar-other" x={x} y={top} width={WIDTH} height={scale(other)} />
              <text x={x + WIDTH / 2} y={HEIGHT + 16}>
                {day.slice(8)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption class="small soft">
        <span class="bar-key done" /> done <span class="bar-key other" /> not done: waiting, refused, failed
        or unknown. At most {most.toLocaleString("en")} a day.
      </figcaption>
      <ul class="visually-hidden">
        {days.map((day) => (
          <li key={day.day}>{wordsOf(day)}</li>
        ))}
      </ul>
    </figure>
  );
}

function wordsOf({ day, done, other }: BarDay): string {
  return `${day}: ${done} done, ${other} not`;
}
