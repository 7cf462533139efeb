import { systemClock } from "@plumbline/core/clock/clock.ts";
import { createLogger, describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { InvocationContext } from "./lambda-runtime.ts";
import { writeLogLine } from "./write-log-line.ts";

export interface EventHandlerOptions<Parts, Event, Answer> {
  /** Asked at the first invocation; what it gives is kept for all that follow. */
  open(): Parts;
  run(parts: Parts, event: Event, context: InvocationContext): Promise<Answer>;
}

/**
 * A Lambda handler of events that are no requests. What fails is logged here and thrown on as nothing but a failure: the runtime would
 * log the message of what is thrown, and a message may hold anything.
 */
export function eventHandler<Parts, Event, Answer>({
  open,
  run,
}: EventHandlerOptions<Parts, Event, Answer>): (event: Event, context: InvocationContext) => Promise<Answer> {
  const logger = createLogger(writeLogLine, systemClock, "error");
  let parts: Parts | undefined;
  return async (event, context) => {
    try {
      parts ??= open();
      return await run(parts, event, context);
    } catch (error) {
      const fields = { request_id: context.awsRequestId, ...describeUnexpected(error) };
      logger.log("error", "invocation_failed", fields);
      throw new Error("The invocation failed; its log line says where.");
    }
  };
}
