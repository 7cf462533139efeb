import { Writable } from "node:stream";
import { afterEach, beforeEach, vi } from "vitest";
import type {
  LambdaRuntime,
  ResponseMetadata,
  ResponseStream,
  StreamingHandler,
} from "../../packages/functions/runtime/streaming.ts";
import { gatewayEvent, type SimpleRequest } from "./gateway-events.ts";

type FirstWriteHook = (write: (chunk: string | Uint8Array) => void) => void;
type SinkStream = ResponseStream & { _onBeforeFirstWrite?: FirstWriteHook; contentType?: string };

/**
 * `globalThis.awslambda` as aws-lambda-ric 4.0.2 makes it: the metadata goes out ahead of the first write,
 * and only then.
 */
export const fakeLambda: LambdaRuntime = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: {
    from(stream: SinkStream, metadata: ResponseMetadata) {
      stream._onBeforeFirstWrite = (write) => {
        write(JSON.stringify(metadata));
        write(new Uint8Array(8));
      };
      return stream;
    },
  },
};

/** Settings of a function that opens the service. */
export const LAMBDA_ENVIRONMENT = {
  STAGE: "test",
  AWS_REGION: "eu-central-1",
  TABLE_NAME: "test-table",
  KEY_TABLE_NAME: "test-key-table",
  TENANT_DATA_KEY_ARN: "arn:aws:kms:eu-central-1:123456789012:key/1",
  LOG_LEVEL: "error",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
};

/** Makes each test of a file run as a function on Lambda would. */
export function asOnLambda(): void {
  beforeEach(() => {
    vi.stubGlobal("awslambda", fakeLambda);
    for (const [name, value] of Object.entries(LAMBDA_ENVIRONMENT)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
}

export interface SinkOptions {
  highWaterMark?: number;
  /** Called with each chunk; the next is taken when the promise resolves. */
  take?: (chunk: Buffer) => Promise<void> | void;
}

const METHODS = [
  "addListener",
  "on",
  "once",
  "off",
  "removeListener",
  "emit",
  "listenerCount",
  "destroy",
] as const;
const PROPERTIES = [
  "destroyed",
  "writable",
  "writableFinished",
  "writableEnded",
  "writableNeedDrain",
] as const;

/** The runtime's end of the response stream: an object with a writable's methods, no `Writable` itself. */
export class ResponseSink {
  readonly received: Buffer[] = [];
  readonly inner: Writable;
  readonly stream: ResponseStream;
  ends = 0;

  constructor({ highWaterMark = 16_384, take }: SinkOptions = {}) {
    const inner = new Writable({
      highWaterMark,
      write: (chunk: Buffer, _encoding, done) => {
        this.received.push(chunk);
        Promise.resolve(take?.(chunk)).then(() => done(), done);
      },
    });
    inner.on("error", () => undefined);
    this.inner = inner;
    this.stream = this.#asRuntimeGivesIt(inner);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.received);
  }

  #asRuntimeGivesIt(inner: Writable): ResponseStream {
    let hook: FirstWriteHook | undefined;
    const stream: Record<string, unknown> = {};
    for (const method of METHODS) stream[method] = inner[method].bind(inner);
    stream.write = (chunk: string | Uint8Array) => {
      const first = hook;
      hook = undefined;
      first?.((head) => inner.write(head));
      return inner.write(chunk);
    };
    stream.end = () => {
      this.ends += 1;
      inner.end();
    };
    Object.defineProperty(stream, "_onBeforeFirstWrite", {
      set: (value: FirstWriteHook) => {
        hook = value;
      },
    });
    for (const property of PROPERTIES) {
      Object.defineProperty(stream, property, { get: () => inner[property] });
    }
    return stream as Record<string, unknown> & ResponseStream;
  }
}

export interface Invocation {
  metadata: ResponseMetadata;
  body: string;
  /** Number of times that the handler ended the stream. */
  ends: number;
  /** The error that the handler rejected with; the runtime then marks the answer as cut off. */
  failure: unknown;
}

/**
 * Invokes a handler the way the runtime does, and reads what API Gateway would: metadata, eight NUL bytes,
 * body.
 */
export async function invoke(
  handler: StreamingHandler,
  request: SimpleRequest,
  { sink = new ResponseSink(), remainingMs = 60_000 }: { sink?: ResponseSink; remainingMs?: number } = {},
): Promise<Invocation> {
  const context = { awsRequestId: "invocation-1", getRemainingTimeInMillis: () => remainingMs };
  let failure: unknown;
  try {
    await handler(gatewayEvent(request), sink.stream, context);
    if (!sink.inner.writableFinished) throw new Error("Response stream is not finished.");
  } catch (error) {
    failure = error;
  }
  const bytes = sink.bytes;
  const end = bytes.indexOf(Buffer.alloc(8));
  if (end === -1) throw new Error("The gateway got no metadata.", { cause: failure });
  return {
    metadata: JSON.parse(bytes.subarray(0, end).toString("utf8")),
    body: bytes.subarray(end + 8).toString("utf8"),
    ends: sink.ends,
    failure,
  };
}
