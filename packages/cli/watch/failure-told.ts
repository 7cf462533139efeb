import { duration } from "./duration.ts";

/** What went wrong and how long ago, in one line. `now`: milliseconds since the epoch. */
export function failureTold(
  { error_code, message, at }: { error_code: string | null; message: string | null; at: string },
  now: number,
): string {
  return `${error_code}, ${duration(now - Date.parse(at))} ago: ${message}`;
}
