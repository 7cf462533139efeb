import { systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import { coldStart } from "./cold-start.ts";
import { handlerLogger } from "./handler-logger.ts";
import type { Invoked } from "./invoked.ts";
import type { InvocationContext } from "./lambda-runtime.ts";

export interface EventHandlerOptions<Parts extends Invoked, Event, Answer> {
  /** Asked at the first invocation; what it gives is kept for all that follow, and told of each. */
  open(): Parts;
  run(parts: NoInfer<Parts>, event: Event, context: InvocationContext): Promise<Answer>;
}

/**
 * A Lambda handler of events that are no requests. What fails is logged here and thrown on as nothing but a failure: the runtime would
 * log the message of what is thrown, and a message may hold anything.
 */
export function eventHandler<Parts extends Invoked, Event, Answer>({
  open,
  run,
}: EventHandlerOptions<Parts, Event, Answer>): (event: Event, context: InvocationContext) => Promise<Answer> {
  const logger = handlerLogger();
  const opening = coldStart(logger, systemClock);
  let parts: Parts | undefined;
  return async (event, context) => {
    try {
      parts ??= await opening(context, open);
      parts.beginInvocation();
      return await run(parts, event, context);
    } catch (error) {
      const fields = { request_id: context.awsRequestId, ...describeUnexpected(error) };
      logger.log("error", "invocation_failed", fields);
      throw new Error("The invocation failed; its log line says where.");
    } finally {
      parts?.endInvocation();
    }
  };
}
