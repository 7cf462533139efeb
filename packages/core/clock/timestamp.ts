/** ISO 8601 with the offset written out, as citations carry it: `2026-01-01T00:00:00.000+00:00`. */
export function offsetTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

/** ISO 8601 in UTC, as records carry it: `2026-01-01T00:00:00.000Z`. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
