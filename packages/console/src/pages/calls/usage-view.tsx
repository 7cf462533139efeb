import { countAsked, countCalls } from "@plumbline/client/count-asked.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Fragment } from "preact";
import { service } from "../../app/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
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
  const isEmpty = days.every((day) => sumBar(day) === 0);
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
    return { day, done: row?.ok ?? 0, asked: row ? countAsked(row) : 0, other: row ? countNotDone(row) : 0 };
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
  const items = rows.toSorted((one, other) => countCalls(other) - countCalls(one)).slice(0, MAX_ROWS);
  const numbers: readonly (readonly [string, (row: UsageRow) => string])[] = [
    ["Calls", (row) => countCalls(row).toLocaleString("en")],
    ["Not done", (row) => countNotDone(row).toLocaleString("en")],
    ["Median", ({ median_ms: median }) => (median === null ? "—" : durationWords(median))],
  ];
  return (
    <DataTable
      caption={title}
      list={{ items }}
      rowKey={(row) => row.key_id ?? nameOf(row)}
      empty={null}
      columns={[
        { title, cell: (row) => <code title={row.key_id ?? undefined}>{nameOf(row)}</code> },
        ...numbers.map(([name, cell]) => ({ title: name, cell, align: "end" as const })),
      ]}
    />
  );
}

/** Counts the refused and failed calls, and those with an unknown outcome. */
function countNotDone(row: UsageRow): number {
  return row.calls - row.ok - countAsked(row);
}

/** Calls of one day, with a number for each part of its bar. */
type BarDay = Record<(typeof BAR_PARTS)[number][0], number> & {
  /** `2026-01-31`, in UTC. */
  day: string;
};

/** The parts of a bar, from its foot, with their words. */
const BAR_PARTS = [
  ["done", "done"],
  ["asked", "asked a person"],
  ["other", "refused, failed or unknown"],
] as const;

const HEIGHT = 120;
const WIDTH = 40;
const GAP = 10;

/** Shows a bar for each day. Its numbers are in its title, and screen readers read them as a list. */
function BarChart({ days }: { days: readonly BarDay[] }): JSX.Element {
  const most = Math.max(1, ...days.map(sumBar));
  const scale = (calls: number) => (calls / most) * HEIGHT;
  return (
    <figure class="bars">
      <svg viewBox={`0 0 ${days.length * (WIDTH + GAP)} ${HEIGHT + 22}`} aria-hidden="true" focusable="false">
        <line class="bar-base" x1={0} x2={days.length * (WIDTH + GAP)} y1={HEIGHT} y2={HEIGHT} />
        {days.map((day, at) => {
          const x = at * (WIDTH + GAP);
          let foot = HEIGHT;
          return (
            <g key={day.day}>
              <title>{wordsOf(day)}</title>
              <rect class="bar-field" x={x} y={0} width={WIDTH} height={HEIGHT} />
              {BAR_PARTS.map(([part]) => {
                const height = scale(day[part]);
                foot -= height;
                return <rect key={part} class={`bar-${part}`} x={x} y={foot} width={WIDTH} height={height} />;
              })}
              <text x={x + WIDTH / 2} y={HEIGHT + 16}>
                {day.day.slice(8)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption class="small soft">
        {BAR_PARTS.map(([part, words]) => (
          <Fragment key={part}>
            <span class={`bar-key ${part}`} /> {words}{" "}
          </Fragment>
        ))}
        · At most {most.toLocaleString("en")} a day.
      </figcaption>
      <ul class="visually-hidden">
        {days.map((day) => (
          <li key={day.day}>{wordsOf(day)}</li>
        ))}
      </ul>
    </figure>
  );
}

function sumBar({ done, asked, other }: BarDay): number {
  return done + asked + other;
}

function wordsOf(day: BarDay): string {
  return `${day.day}: ${BAR_PARTS.map(([part, words]) => `${day[part]} ${words}`).join(", ")}`;
}
