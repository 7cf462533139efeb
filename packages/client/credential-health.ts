import type { Schemas } from "./schemas.ts";

const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [string, number])[] = [
  ["d", 24 * 60 * MINUTE_MS],
  ["h", 60 * MINUTE_MS],
  ["min", MINUTE_MS],
];

/**
 * Describes whether a connection works: `never tested`, `works (tested 2 min ago)` or `failing since
 * 2026-01-01 09:30 UTC`. The console and the CLI use the same words. `now` is in milliseconds since the
 * epoch.
 */
export function describeHealth(health: Schemas["Credential"]["health"], now: number): string {
  if (health === null) return "never tested";
  if (health.ok) return `works (tested ${formatAge(health.tested_at, now)})`;
  const [day = "", time = ""] = (health.failing_since ?? health.tested_at).split("T");
  return `failing since ${day} ${time.slice(0, 5)} UTC`;
}

function formatAge(at: string, now: number): string {
  const passed = now - Date.parse(at);
  const [unit, length] = UNITS.find(([, ms]) => passed >= ms) ?? [];
  return length === undefined ? "just now" : `${Math.floor(passed / length)} ${unit} ago`;
}
