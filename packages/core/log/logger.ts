import { type Clock, timestamp } from "../clock/clock.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const TEXT_FIELDS = [
  "request_id",
  "tenant_id",
  "credential_id",
  "key_id",
  "end_user",
  "tool",
  "kind",
  "outcome",
  "backend",
  "error_code",
  "retry_reason",
  "provider_code",
  "provider_request_id",
  "method",
  "route",
  "table",
  "wheel",
  "error_name",
  "error_stack",
] as const;
const NUMBER_FIELDS = [
  "attempts",
  "elapsed_ms",
  "init_ms",
  "open_ms",
  "provider_status",
  "status",
  "watches",
  "found",
  "deliveries",
  "failures",
  "dead",
  "needs_reconnect",
  "most_failures_in_a_row",
  "gaps",
  "longest_lag_seconds",
  "longest_silence_seconds",
  "minutes",
  "minutes_ahead",
] as const;
const FLAG_FIELDS = ["outcome_unknown", "possible_duplicate"] as const;

/**
 * All fields that a log line may have. Other fields are dropped, so that no argument, token, body or free
 * text of a provider is ever logged.
 */
export type LogFields = Partial<
  Record<(typeof TEXT_FIELDS)[number], string | undefined> &
    Record<(typeof NUMBER_FIELDS)[number], number | undefined> &
    Record<(typeof FLAG_FIELDS)[number], boolean | undefined>
> & { credential?: LoggedCredential | undefined };

/** An account in a log line. The label is free text, so it must already be redacted. */
interface LoggedCredential {
  id: string;
  kind: string;
  label: string;
}

const ALLOWED: ReadonlySet<string> = new Set([...TEXT_FIELDS, ...NUMBER_FIELDS, ...FLAG_FIELDS]);

/** Writes one JSON line per event. Event names are constants in the code and never contain input. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: LogFields): void;
}

/** Creates a logger that writes lines to `sink` (stdout, stderr or an array). Drops those below `minimum`. */
export function createLogger(sink: (line: string) => void, clock: Clock, minimum: LogLevel): Logger {
  const threshold = LOG_LEVELS.indexOf(minimum);
  return {
    log(level, event, fields = {}) {
      if (LOG_LEVELS.indexOf(level) < threshold) return;
      const line: Record<string, unknown> = { time: timestamp(clock.now()), level, event };
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined && ALLOWED.has(name)) line[name] = value;
      if (fields.credential) {
        const { id, kind, label } = fields.credential;
        line.credential = { id, kind, label };
      }
      sink(JSON.stringify(line));
    },
  };
}

/** Describes an unexpected error by its class and origin. Omits the message, which may contain anything. */
export function describeUnexpected(error: unknown): Pick<LogFields, "error_name" | "error_stack"> {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error_name: error.name,
    error_stack: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(" | "),
  };
}
