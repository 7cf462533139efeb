import type { GatewayEvent } from "./gateway-event.ts";

/**
 * What goes to API Gateway ahead of the body: JSON, then eight NUL bytes, both written by the runtime at the
 * first write.
 */
export interface ResponseMetadata {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
}

/**
 * No `Writable` but an object with a writable's methods (aws-lambda-ric 4.0.2, `toWritableResponseStream`).
 */
export type ResponseStream = NodeJS.WritableStream & { readonly destroyed: boolean };

/** What we read of an invocation's context. */
export interface InvocationContext {
  awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

export type StreamingHandler = (
  event: GatewayEvent,
  stream: ResponseStream,
  context: InvocationContext,
) => Promise<void>;

/** What Lambda's Node runtime offers for streaming. */
export interface LambdaRuntime {
  streamifyResponse(handler: StreamingHandler): StreamingHandler;
  HttpResponseStream: {
    /** The metadata is sent with the first write, and never if there is none. */
    from(stream: ResponseStream, metadata: ResponseMetadata): ResponseStream;
  };
}

/**
 * The runtime this process runs in. Throws where there is none: outside Lambda, or with the global switched
 * off.
 */
export function lambdaRuntime(): LambdaRuntime {
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
