import { systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { problemResponse } from "@plumbline/http/problem.ts";
import { refusalOf } from "@plumbline/http/refusal-of.ts";
import type { PlatformBindings } from "@plumbline/http/request-scope.ts";
import { coldStart } from "./cold-start.ts";
import { baseUrlOf, requestFromEvent } from "./gateway-event.ts";
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
 * first byte is answered as a problem, whoever failed: the event, the making of the app (a 503 where the stage's secrets cannot be read),
 * or the app.
 */
export function streamingHandler(options: StreamingHandlerOptions): StreamingHandler {
  const { app, logger, begin, end, runtime = lambdaRuntime() } = options;
  const opening = coldStart(logger, systemClock);
  return runtime.streamifyResponse(async (event, stream, context) => {
    const requestId = event.requestContext?.requestId ?? context.awsRequestId;
    const report = (error: unknown) =>
      logger.log("error", "invocation_failed", { request_id: requestId, ...describeUnexpected(error) });
    const serve = async () => {
      begin?.();
      const opened = await opening(context, app);
      const remainingMs = () => Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS);
      const platform = { remainingMs, requestId, baseUrl: baseUrlOf(event) };
      return startAnswer(await opened.fetch(requestFromEvent(event), platform));
    };
    const answer = await serve().catch((error: unknown) => {
      report(error);
      return startAnswer(problemResponse(refusalOf(error), new Headers({ "x-request-id": requestId })));
    });
    await streamAnswer(answer, stream, { runtime, report }).finally(end);
  });
}
