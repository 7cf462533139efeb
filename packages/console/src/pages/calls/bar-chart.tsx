import type { JSX } from "preact";

/** Calls of one day: those that were done, and all others. */
export interface BarDay {
  /** `2026-01-31`, of UTC. */
  day: string;
  done: number;
  other: number;
}

const HEIGHT = 120;
const WIDTH = 40;
const GAP = 10;

/** A bar for each day. Its numbers are its title, and are read out as a list. */
export function BarChart({ days }: { days: readonly BarDay[] }): JSX.Element {
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
        <span class="bar-key done" /> done <span class="bar-key other" /> refused, failed or unknown. At most{" "}
        {most.toLocaleString("en")} a day.
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
