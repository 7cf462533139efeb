import { signal } from "@preact/signals";
import type { JSX } from "preact";

const MINUTE_MS = 60_000;

/** The current time, updated once a minute together with every displayed time. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, MINUTE_MS);

const WORDS = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
];

/** A time further away than this is shown as a date. */
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
const DATE = new Intl.DateTimeFormat("en", { dateStyle: "long" });

/** Returns the current time. Components that read it are rendered again once a minute. */
export function currentTime(): number {
  return Math.max(now.value, Date.now());
}

/**
 * Shows a relative time, `5 minutes ago`, or the date of a distant one. Shows the exact time while the pointer
 * or the focus is on it.
 */
export function RelativeTime({ at }: { at: string }): JSX.Element {
  const time = Date.parse(at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reached with the keyboard.
    <time dateTime={at} tabIndex={0} data-exact={new Date(time).toLocaleString()}>
      {wordsFor(time)}
    </time>
  );
}

function wordsFor(time: number): string {
  const difference = time - currentTime();
  if (Math.abs(difference) > YEAR_MS) return DATE.format(time);
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? [];
  if (unit === undefined || length === undefined) return difference > 0 ? "within a minute" : "just now";
  return WORDS.format(Math.round(difference / length), unit);
}
