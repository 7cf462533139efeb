import { wholeNumberSetting } from "./whole-number-setting.ts";

/**
 * Range that SQS accepts for an event source's maximum concurrency
 * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html).
 */
const [LEAST, MOST] = [2, 1000];

/**
 * Invocations of `poll` at once, for each wheel: what is over it waits in the queue, where reserved
 * concurrency would have it fail. `WATCH_POLLS_AT_ONCE` of the deploying environment sets it for the stage,
 * 20 where it does not.
 *
 * An invocation polls up to 100 watches. With twelve sources of each message at a time and two seconds a
 * source that takes about six seconds, so twenty carry 20,000 polls a minute: 100,000 watches at five
 * minutes. A million of them are 200,000 a minute and need 200, of an account's 1,000 concurrent invocations
 * unless AWS has raised that.
 */
export function pollsAtOnce(environment: Readonly<Record<string, string | undefined>>): number {
  return wholeNumberSetting(environment, "WATCH_POLLS_AT_ONCE", { least: LEAST, most: MOST, otherwise: 20 });
}
