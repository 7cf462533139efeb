import type { FunctionName } from "./routes.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

/** Maximum numbers of concurrent invocations for watches. */
export interface WatchConcurrency {
  /** Invocations of `poll` for each wheel (feed, inbox). */
  polls: number;
  /** Invocations of `deliver`. */
  deliveries: number;
  /**
   * Concurrency reserved per function, so that requests cannot use up what watches need. Empty unless the
   * setting is on: Lambda leaves 100 of an account's invocations unreserved, and a new account has only 10.
   */
  reserved: Readonly<Partial<Record<FunctionName, number>>>;
}

/**
 * Range of the maximum concurrency of an SQS event source
 * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html).
 */
const RANGE = { least: 2, most: 1_000, otherwise: 20 };

/** Enough for the three scheduled ticks per minute, each of which may take almost five minutes under load. */
const TICK_CONCURRENCY = 15;

/**
 * Returns how many invocations of a stage's watches run concurrently. Messages above the maximum wait in the
 * queue. `WATCH_POLLS_AT_ONCE` and `WATCH_DELIVERIES_AT_ONCE` of the deploying environment set the numbers
 * (default 20), and `WATCH_RESERVED_CONCURRENCY=on` reserves that many, and more for the ticks.
 *
 * An invocation polls four messages of up to 25 watches at once, twelve sources of each in parallel. At two
 * seconds per source, that takes about six seconds. So twenty invocations make 20,000 polls a minute. This
 * is enough for 100,000 watches with an interval of five minutes. A million such watches need 200
 * invocations. An account has 1,000 concurrent invocations unless AWS has raised the limit.
 */
export function readWatchConcurrency(
  environment: Readonly<Record<string, string | undefined>>,
): WatchConcurrency {
  const polls = wholeNumberSetting(environment, "WATCH_POLLS_AT_ONCE", RANGE);
  const deliveries = wholeNumberSetting(environment, "WATCH_DELIVERIES_AT_ONCE", RANGE);
  const { WATCH_RESERVED_CONCURRENCY: reservation = "" } = environment;
  if (!["", "off", "on"].includes(reservation))
    throw new Error("WATCH_RESERVED_CONCURRENCY must be on or off.");
  return {
    polls,
    deliveries,
    reserved: reservation === "on" ? { tick: TICK_CONCURRENCY, poll: 2 * polls, deliver: deliveries } : {},
  };
}
