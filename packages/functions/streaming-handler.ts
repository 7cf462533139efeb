import { systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { internalError, problemResponse } from "@plumbline/http/problem.ts";
import type { PlatformBindings } from "@plumbline/http/request-scope.ts";
import { coldStart } from "./cold-start.ts";
import { requestFromEvent } from "./gateway-event.ts";
import { type LambdaRuntime, lambdaRuntime, type StreamingHandler } from "./lambda-runtime.ts";
import { startAnswer, streamAnswer } from "./stream-answer.ts";

/** Kept back from the remaining time, to write a result and its log line before the sandbox is stopped. */
const MARGIN_MS = 2_000;

export interface FetchApp {
  fetch(request: Request, bindings: PlatformBindings): Response | Promise<Response>;
}

export interface StreamingHandlerOptions {
  /** Asked at every invocation; it keeps what it made. */
  app: () => FetchApp | Promise<FetchApp>;
  logger: Logger;
  /** Called before and after every invocation, whatever becomes of it. */
  begin?: () => void;
  end?: () => void;
  runtime?: LambdaRuntime;
}

/**
 * A Lambda handler that answers a REST API's proxy events through the response stream. What fails before the
 * first byte is answered as a 500 problem, whoever failed: the event, the making of the app, or the app.
 */
export function streamingHandler(options: StreamingHandlerOptions): StreamingHandler {
  const { app, logger, begin, end, runtime = lambdaRuntime() } = options;
  const opening = coldStart(logger, systemClock);
  return runtime.streamifyResponse(async (event, stream, context) => {
    const requestId = event.requestContext?.requestId ?? context.awsRequestId;
    const report = (error: unknown) =>
      logger.log("error", "invocation_failed", { request_id: requestId, ...describeUnexpected(error) });
    const serve = async () => {
      const deadlineMs = Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS);
      begin?.();
      const opened = await opening(context, app);
      return startAnswer(await opened.fetch(requestFromEvent(event), { deadlineMs, requestId }));
    };
    const answer = await serve().catch((error: unknown) => {
      report(error);
      return startAnswer(problemResponse(internalError(), new Headers({ "x-request-id": requestId })));
    });
    await streamAnswer(answer, stream, { runtime, report }).finally(end);
  });
}
