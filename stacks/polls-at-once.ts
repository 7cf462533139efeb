import { wholeNumberSetting } from "./whole-number-setting.ts";

/**
 * Range of the maximum concurrency of an SQS event source
 * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html).
 */
const [LEAST, MOST] = [2, 1000];

/**
 * Returns the maximum number of concurrent invocations of `poll` per wheel. Messages above it wait in the
 * queue; with reserved concurrency, they would fail. `WATCH_POLLS_AT_ONCE` of the deploying environment sets
 * it for the stage. Defaults to 20.
 *
 * An invocation polls up to 100 watches. With twelve sources of each message in parallel and two seconds per
 * source, that takes about six seconds. So twenty invocations make 20,000 polls a minute, which is enough for
 * 100,000 watches with an interval of five minutes. A million such watches are 200,000 polls a minute and
 * need 200 invocations. An account has 1,000 concurrent invocations unless AWS has raised the limit.
 */
export function pollsAtOnce(environment: Readonly<Record<string, string | undefined>>): number {
  return wholeNumberSetting(environment, "WATCH_POLLS_AT_ONCE", { least: LEAST, most: MOST, otherwise: 20 });
}
