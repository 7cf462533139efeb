import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import {
  type HttpStream,
  PooledStreamingClient,
  type StreamRequest,
} from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { type Agent, Dispatcher } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";

/** Undici's clock, which it exports for tests. */
const undiciClock: { tick(ms: number): void } = createRequire(import.meta.url)("undici/lib/util/timers.js");
const HOUR_MS = 3_600_000;

let server: Server;
let url: URL;
let serve: (response: ServerResponse) => void;
let connections: number;
let clock: ManualClock;
let pool: Agent;
let http: PooledStreamingClient;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => {
    request.resume();
    serve(response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no TCP address");
  url = new URL(`http://127.0.0.1:${address.port}/stream`);
  clock = new ManualClock(undefined, { autoAdvance: false });
  pool = createPool();
  http = new PooledStreamingClient(pool, clock);
});

afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const request = (): StreamRequest => ({
  method: "POST",
  url,
  body: "{}",
  effect: "write",
  timeoutMs: 60_000,
  idleTimeoutMs: 10_000,
});

const open = (more: Partial<StreamRequest> = {}) => http.openStream({ ...request(), ...more });

/** A connection whose bytes come when a test says so, and that shows whether it was told to wait. */
class WireByHand extends Dispatcher {
  readonly #controller = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    abort: () => undefined,
    pause: () => {
      this.#controller.paused = true;
    },
    resume: () => {
      this.#controller.paused = false;
    },
  };
  #handler: Dispatcher.DispatchHandler | undefined;

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#handler = handler;
    handler.onRequestStart?.(this.#controller, {});
    return true;
  }

  begin(status: number): void {
    this.#handler?.onResponseStart?.(this.#controller, status, {});
  }

  bytes(piece: Buffer): void {
    this.#handler?.onResponseData?.(this.#controller, piece);
  }

  get paused(): boolean {
    return this.#controller.paused;
  }
}

/** The server's side of an answer that begins with a status and a first piece. */
function beginning(status = 200, piece = "one"): Promise<ServerResponse> {
  return new Promise((resolve) => {
    serve = (response) => {
      response.writeHead(status, { "x-note": ["a", "b"] }).write(piece);
      resolve(response);
    };
  });
}

async function textOf({ body }: HttpStream): Promise<string> {
  let text = "";
  for await (const piece of body) text += piece;
  return text;
}

async function failureOf(attempt: Promise<unknown>): Promise<AdapterError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof AdapterError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

describe("an answer", () => {
  test("is given out while it comes, whatever its status", async () => {
    const answering = beginning(503);
    const stream = await open();
    expect(stream).toMatchObject({ status: 503, headers: { "x-note": "a, b" } });
    const pieces = stream.body[Symbol.asyncIterator]();
    expect(String((await pieces.next()).value)).toBe("one");
    const response = await answering;
    response.write("two");
    expect(String((await pieces.next()).value)).toBe("two");
    response.end();
    expect((await pieces.next()).done).toBe(true);
  });

  test("that was read to its end leaves its connection to the next", async () => {
    serve = (response) => response.end("whole");
    expect(await textOf(await open())).toBe("whole");
    expect(await textOf(await open())).toBe("whole");
    expect(connections).toBe(1);
  });

  test("is taken no faster than it is read", async () => {
    const wire = new WireByHand();
    const opening = new PooledStreamingClient(wire, clock).openStream(request());
    wire.begin(200);
    const { body } = await opening;
    wire.bytes(Buffer.alloc(16 * 1024 - 1, "x"));
    expect(wire.paused).toBe(false);
    wire.bytes(Buffer.from("x"));
    expect(wire.paused).toBe(true);
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    const next = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(wire.paused).toBe(false);
    wire.bytes(Buffer.from("more"));
    expect(String((await next).value)).toBe("more");
  });

  test("nobody reads may stay silent for as long as its time allows", async () => {
    serve = (response) => response.end(Buffer.alloc(1024 * 1024, "x"));
    const stream = await open();
    await once(stream.body, "readable");
    clock.advance(30_000);
    expect((await textOf(stream)).length).toBe(1024 * 1024);
  });
});

test("an answer may be as slow as its request allows: undici's own bounds are off", async () => {
  const asked = new Promise<ServerResponse>((resolve) => {
    serve = resolve;
  });
  const opening = open();
  const response = await asked;
  undiciClock.tick(HOUR_MS);
  response.write("one");
  const pieces = (await opening).body[Symbol.asyncIterator]();
  expect(String((await pieces.next()).value)).toBe("one");
  undiciClock.tick(HOUR_MS);
  response.end("two");
  expect(String((await pieces.next()).value)).toBe("two");
});

describe("a connection is closed when its stream is", () => {
  test.each([
    [
      "left in the middle",
      async ({ body }: HttpStream) => {
        await once(body, "readable");
        body.destroy();
      },
    ],
    ["destroyed before it was read", async ({ body }: HttpStream) => void body.destroy()],
    [
      "left by a break",
      async ({ body }: HttpStream) => {
        for await (const _piece of body) break;
      },
    ],
  ])("%s", async (_how, leave) => {
    const answering = beginning();
    await leave(await open());
    await once(await answering, "close");
  });
});

describe("a stream ends with an error when", () => {
  async function failing(during: (response: ServerResponse) => void, more: Partial<StreamRequest> = {}) {
    const answering = beginning();
    const reading = textOf(await open(more));
    const response = await answering;
    const failure = failureOf(reading);
    during(response);
    const error = await failure;
    expect(error).toBeInstanceOf(AdapterTransientError);
    if (!response.closed) await once(response, "close");
    return error;
  }

  test("its connection breaks", async () => {
    const error = await failing((response) => response.socket?.resetAndDestroy());
    expect(error.message).toBe(`${url.host} responded with 200, but the response was cut off.`);
    expect(error.detail).toMatchObject({ status: 200, outcomeUnknown: true });
  });

  test("it falls silent", async () => {
    const error = await failing(() => clock.advance(10_000));
    expect(error.message).toBe(`${url.host} responded with 200 and then sent nothing for 10 s.`);
    expect(error.detail).toMatchObject({ status: 200, providerCode: "timeout", outcomeUnknown: true });
  });

  test("it takes too long in all", async () => {
    const error = await failing(() => clock.advance(5_000), { timeoutMs: 5_000 });
    expect(error.message).toBe(`${url.host} responded with 200 but did not finish the response within 5 s.`);
    expect(error.detail).toMatchObject({ providerCode: "timeout" });
  });

  test("it is cancelled", async () => {
    const cancel = new AbortController();
    const error = await failing(() => cancel.abort(), { signal: cancel.signal });
    expect(error.message).toBe("The call was cancelled by its caller.");
    expect(error.detail).toMatchObject({ providerCode: "aborted", permanent: true, outcomeUnknown: true });
  });
});

test("every piece gives the silence a new beginning", async () => {
  const answering = beginning();
  const pieces = (await open()).body[Symbol.asyncIterator]();
  const response = await answering;
  await pieces.next();
  for (let piece = 0; piece < 3; piece++) {
    clock.advance(9_000);
    const next = pieces.next();
    response.write("more");
    expect(String((await next).value)).toBe("more");
  }
});

describe("no stream is opened when", () => {
  test("nobody answers", async () => {
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(open());
    expect(error.detail).toMatchObject({ providerCode: "ECONNREFUSED", outcomeUnknown: false });
  });

  test("the answer does not begin", async () => {
    const asked = new Promise<ServerResponse>((resolve) => {
      serve = resolve;
    });
    const failure = failureOf(open());
    const response = await asked;
    clock.advance(10_000);
    const error = await failure;
    expect(error.message).toBe(`${url.host} did not respond within 10 s.`);
    expect(error.detail).toMatchObject({ providerCode: "timeout", outcomeUnknown: true });
    if (!response.closed) await once(response, "close");
  });

  test("it is cancelled before", async () => {
    const error = await failureOf(open({ signal: AbortSignal.abort() }));
    expect(error.detail).toMatchObject({ providerCode: "aborted", outcomeUnknown: false });
    expect(connections).toBe(0);
  });
});

test("a stream that failed while nobody read it harms nobody", async () => {
  const answering = beginning();
  const { body } = await open();
  (await answering).socket?.resetAndDestroy();
  await new Promise((resolve) => body.once("close", resolve));
  expect(body.errored).toBeInstanceOf(AdapterTransientError);
});
