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
 * Every field a log line may have. What is not here is never written: no argument, no token, no body, no free
 * text of a provider.
 */
export type LogFields = Partial<
  Record<(typeof TEXT_FIELDS)[number], string | undefined> &
    Record<(typeof NUMBER_FIELDS)[number], number | undefined> &
    Record<(typeof FLAG_FIELDS)[number], boolean | undefined>
> & { credential?: LoggedCredential | undefined };

/** An account in a log line. Its label is free text: whoever logs it has taken out what must not be seen. */
export interface LoggedCredential {
  id: string;
  kind: string;
  label: string;
}

const ALLOWED: ReadonlySet<string> = new Set([...TEXT_FIELDS, ...NUMBER_FIELDS, ...FLAG_FIELDS]);

/** Writes one JSON line an event. The event's name is a constant of the code, never made of input. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: LogFields): void;
}

/** A logger over a sink of lines (stdout, stderr, a test's array). Lines below `minimum` are dropped. */
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

/**
 * Describes an unexpected error by its class and the place where it was thrown. The message is left out,
 * because it may contain anything.
 */
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
