import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The runtime's answer to one invocation, as it came over the wire. */
export interface RuntimeAnswer {
  mode: "buffered" | "streaming";
  contentType: string;
  body: Buffer;
  /** As they arrived, with the milliseconds since the first. */
  chunks: { at: number; bytes: Buffer }[];
  /** `lambda-runtime-function-error-type` and `-body` stand here when a stream was cut off. */
  trailers: NodeJS.Dict<string>;
  /** Of a buffered answer that is an error. */
  error: { errorType: string; errorMessage: string } | undefined;
}

export interface RuntimeApi {
  /** `host:port`, for `AWS_LAMBDA_RUNTIME_API`. */
  address: string;
  /**
   * Resolves when the runtime asks for work that is not there: it is initialised, and all it was given is
   * behind it. Rejects with what it said of a failed initialisation.
   */
  idle(): Promise<void>;
  /** Queues an event, which is given out even to a process that sleeps, and waits for the answer. */
  invoke(event: unknown, remainingMs?: number): Promise<RuntimeAnswer>;
  close(): Promise<void>;
}

interface Invocation {
  id: string;
  event: unknown;
  remainingMs: number;
  answered(answer: RuntimeAnswer): void;
}

const VERSION = "/2018-06-01/runtime";

/**
 * The Runtime API as Lambda has it inside a sandbox (docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html),
 * for one runtime.
 */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const queue: Invocation[] = [];
  const running = new Map<string, Invocation>();
  let waiting: ServerResponse | undefined;
  let count = 0;
  let failure: Error | undefined;
  const changed = new EventEmitter();

  const giveOut = () => {
    if (!waiting) return;
    const invocation = queue.shift();
    if (!invocation) return;
    running.set(invocation.id, invocation);
    waiting.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": invocation.id,
      "lambda-runtime-deadline-ms": String(Date.now() + invocation.remainingMs),
      "lambda-runtime-invoked-function-arn": "arn:aws:lambda:eu-central-1:123456789012:function:under-test",
      "lambda-runtime-trace-id": "Root=1-00000000-000000000000000000000000;Sampled=0",
    });
    waiting.end(JSON.stringify(invocation.event));
    waiting = undefined;
  };

  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").replace(VERSION, "");
    if (path === "/invocation/next") {
      waiting = response;
      giveOut();
      changed.emit("change");
      return;
    }
    const answer = await readAnswer(request);
    const [, id = "", kind] = /^\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    response.writeHead(202).end("{}");
    if (kind === undefined) failure = new Error(`The runtime told of ${path}: ${answer.body}`);
    else running.get(id)?.answered(kind === "error" ? withError(answer) : answer);
    changed.emit("change");
  });
  // Lambda's own does not close a connection while the sandbox is frozen.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The Runtime API has no TCP address.");
  return {
    address: `127.0.0.1:${address.port}`,
    async idle() {
      while (!waiting) {
        if (failure) throw failure;
        await once(changed, "change");
      }
    },
    invoke(event, remainingMs = 60_000) {
      count += 1;
      return new Promise((answered) => {
        queue.push({ id: `invocation-${count}`, event, remainingMs, answered });
        giveOut();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAnswer(request: IncomingMessage): Promise<RuntimeAnswer> {
  const chunks: RuntimeAnswer["chunks"] = [];
  let first: number | undefined;
  for await (const bytes of request) {
    first ??= performance.now();
    chunks.push({ at: performance.now() - first, bytes });
  }
  const mode =
    request.headers["lambda-runtime-function-response-mode"] === "streaming" ? "streaming" : "buffered";
  return {
    mode,
    contentType: request.headers["content-type"] ?? "",
    body: Buffer.concat(chunks.map(({ bytes }) => bytes)),
    chunks,
    trailers: request.trailers,
    error: undefined,
  };
}

function withError(answer: RuntimeAnswer): RuntimeAnswer {
  return { ...answer, error: JSON.parse(answer.body.toString("utf8")) };
}
