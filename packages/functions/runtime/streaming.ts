import { once } from "node:events";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { createProblemResponse, toServiceError } from "@plumbline/http/problems.ts";
import type { PlatformBindings } from "@plumbline/http/request.ts";
import { type GatewayEvent, readBaseUrl, requestFromEvent } from "./gateway-event.ts";
import { type InvocationContext, logColdStart } from "./invocation.ts";

/** Time reserved to write a result and its log line before the sandbox is stopped. */
const RESPONSE_MARGIN_MS = 2_000;

export interface FetchApp {
  fetch(request: Request, bindings: PlatformBindings): Response | Promise<Response>;
}

export interface StreamingHandlerOptions {
  /** Called on every invocation, so it must cache its result. */
  app: () => FetchApp | Promise<FetchApp>;
  logger: Logger;
  /** Called before and after every invocation, even if it fails. */
  begin?: () => void;
  /** The invocation ends once the returned promise resolves. */
  end?: () => unknown;
  runtime?: LambdaRuntime;
}

/**
 * Creates a Lambda handler that responds to a REST API's proxy events with a stream. Failures before the
 * first byte result in problem details: an invalid event, or an error when creating or running the app.
 */
export function createStreamingHandler(options: StreamingHandlerOptions): StreamingHandler {
  const { app, logger, begin, end, runtime = getLambdaRuntime() } = options;
  const opening = logColdStart(logger, systemClock);
  return runtime.streamifyResponse(async (event, stream, context) => {
    const requestId = event.requestContext?.requestId ?? context.awsRequestId;
    const report = (error: unknown) =>
      logger.log("error", "invocation_failed", { request_id: requestId, ...describeUnexpected(error) });
    const serve = async () => {
      begin?.();
      const opened = await opening(context, app);
      const remainingMs = () => Math.max(0, context.getRemainingTimeInMillis() - RESPONSE_MARGIN_MS);
      const platform = { remainingMs, requestId, baseUrl: readBaseUrl(event) };
      return awaitFirstByte(await opened.fetch(requestFromEvent(event), platform));
    };
    const started = await serve().catch((error: unknown) => {
      report(error);
      return awaitFirstByte(
        createProblemResponse(toServiceError(error), new Headers({ "x-request-id": requestId })),
      );
    });
    await streamResponse(started, stream, { runtime, report }).finally(end);
  });
}

/** A response whose first byte or end has arrived, so that its status can be sent. */
export interface StartedResponse {
  response: Response;
  body: Readable;
}

/**
 * Ends an interrupted event stream and reports the failure to the client. Once the status is sent, there is
 * no other way.
 */
const INTERRUPTED_EVENT = `\n\nevent: error\ndata: ${JSON.stringify({
  type: "error",
  error_code: "internal",
  message: "The response was cut off by a failure in the service.",
})}\n\n`;

/**
 * Waits for the first byte. Rejects if the body fails earlier, when a different response can still be sent.
 */
export async function awaitFirstByte(response: Response): Promise<StartedResponse> {
  const body = response.body ? Readable.fromWeb(response.body, { highWaterMark: 1 }) : Readable.from([]);
  await once(body, "readable");
  return { response, body };
}

/**
 * Pipes a response into Lambda's response stream with backpressure. If the stream closes, the body is
 * cancelled.
 *
 * If the body fails, `report` receives the error. An event stream then ends with an `error` event. For any
 * other response this rejects without ending the stream, so that the runtime ends it with trailers that mark
 * it as interrupted (aws-lambda-ric 4.0.2, `hookWeakFailProps`).
 */
export async function streamResponse(
  { response, body }: StartedResponse,
  stream: ResponseStream,
  { runtime, report }: { runtime: LambdaRuntime; report: (error: unknown) => void },
): Promise<void> {
  const out = runtime.HttpResponseStream.from(stream, buildMetadata(response));
  out.write(""); // Without a write, the metadata would never be sent.
  try {
    await pipeline(body, out, { end: false });
  } catch (error) {
    report(error);
    if (out.destroyed || !isEventStream(response))
      throw new Error("The response was cut off after its first byte.");
    out.write(INTERRUPTED_EVENT);
  }
  const sent = finished(out);
  out.end();
  await sent;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

function buildMetadata({ status, headers }: Response): ResponseMetadata {
  const cookies = headers.getSetCookie();
  return {
    statusCode: status,
    headers: Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie")),
    multiValueHeaders: cookies.length > 0 ? { "set-cookie": cookies } : {},
  };
}

/**
 * Metadata that API Gateway reads before the body: JSON followed by eight NUL bytes. The runtime sends both
 * with the first write.
 */
export interface ResponseMetadata {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
}

/**
 * Has the methods of a `Writable`, but is not an instance of it (aws-lambda-ric 4.0.2,
 * `toWritableResponseStream`).
 */
export type ResponseStream = NodeJS.WritableStream & { readonly destroyed: boolean };

export type StreamingHandler = (
  event: GatewayEvent,
  stream: ResponseStream,
  context: InvocationContext,
) => Promise<void>;

/** The streaming functions of Lambda's Node runtime. */
export interface LambdaRuntime {
  streamifyResponse(handler: StreamingHandler): StreamingHandler;
  HttpResponseStream: {
    /** Sends the metadata with the first write, and never without one. */
    from(stream: ResponseStream, metadata: ResponseMetadata): ResponseStream;
  };
}

/** Returns the runtime of this process. Throws outside Lambda, or if the global is disabled. */
export function getLambdaRuntime(): LambdaRuntime {
  const runtime: unknown = Reflect.get(globalThis, "awslambda");
  if (isLambdaRuntime(runtime)) return runtime;
  throw new Error(
    "There is no global awslambda: run this on Lambda, without AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA.",
  );
}

function isLambdaRuntime(value: unknown): value is LambdaRuntime {
  return (
    typeof value === "object" &&
    value !== null &&
    "streamifyResponse" in value &&
    "HttpResponseStream" in value
  );
}
