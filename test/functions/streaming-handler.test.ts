import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { describe, expect, it } from "vitest";
import { createStreamingHandler, type FetchApp } from "../../packages/functions/runtime/streaming.ts";
import { fakeLambda, invoke, ResponseSink } from "./fake-lambda.ts";
import { gatewayEvent } from "./gateway-events.ts";

const encoder = new TextEncoder();

/** A handler around one answer, and what it logged of failures. */
function handlerFor(fetch: FetchApp["fetch"], app: () => FetchApp = () => ({ fetch })) {
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger((line) => logged.push(JSON.parse(line)), new ManualClock(), "error");
  return { handler: createStreamingHandler({ app, logger, runtime: fakeLambda }), logged };
}

/** A body whose chunks are pulled one at a time; `breaks` is thrown after the last. */
function body(chunks: readonly string[], breaks?: Error): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = left.shift();
        if (next !== undefined) controller.enqueue(encoder.encode(next));
        else if (breaks) controller.error(breaks);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

const eventStreamHeaders = { "content-type": "text/event-stream; charset=utf-8" };

describe("an answer", () => {
  it("goes out as metadata, then the body, ended once", async () => {
    const { handler, logged } = handlerFor(() => Response.json({ status: "ok" }, { status: 201 }));
    const { metadata, body, ends, failure } = await invoke(handler, { path: "/" });
    expect(metadata).toEqual({
      statusCode: 201,
      headers: { "content-type": "application/json" },
      multiValueHeaders: {},
    });
    expect(body).toBe('{"status":"ok"}');
    expect([ends, failure, logged]).toEqual([1, undefined, []]);
  });

  it.each([
    ["no body", () => new Response(null, { status: 204 }), 204],
    ["an empty body", () => new Response("", { status: 200 }), 200],
    ["an empty stream", () => new Response(body([])), 200],
  ])("with %s still sends its metadata", async (_what, respond, status) => {
    const answered = await invoke(handlerFor(respond).handler, { path: "/" });
    expect(answered).toMatchObject({
      metadata: { statusCode: status },
      body: "",
      ends: 1,
      failure: undefined,
    });
  });

  it("keeps cookies apart", async () => {
    const headers = new Headers([
      ["set-cookie", "a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT"],
      ["set-cookie", "b=2"],
      ["x-one", "1"],
    ]);
    const { metadata } = await invoke(handlerFor(() => new Response(null, { headers })).handler, {
      path: "/",
    });
    expect(metadata.headers).toEqual({ "x-one": "1" });
    expect(metadata.multiValueHeaders).toEqual({
      "set-cookie": ["a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT", "b=2"],
    });
  });

  it("is given the remaining time less a margin as its deadline", async () => {
    const deadlines: (number | undefined)[] = [];
    const { handler } = handlerFor((_request, { remainingMs }) => {
      deadlines.push(remainingMs?.());
      return new Response(null);
    });
    await invoke(handler, { path: "/" }, { remainingMs: 285_000 });
    await invoke(handler, { path: "/" }, { remainingMs: 1_000 });
    expect(deadlines).toEqual([283_000, 0]);
  });
});

describe("a function that cannot open what it needs", () => {
  it("answers with that error, and logs it", async () => {
    const { handler, logged } = handlerFor(
      () => new Response(null),
      () => {
        throw new ServiceError("unavailable", "The stage's secrets cannot be read at the moment.");
      },
    );
    const { metadata, body } = await invoke(handler, { path: "/" });
    expect(metadata.statusCode).toBe(503);
    expect(JSON.parse(body)).toMatchObject({
      error_code: "unavailable",
      detail: expect.stringContaining("secrets"),
    });
    expect(logged).toMatchObject([{ event: "invocation_failed", error_name: "ServiceError" }]);
  });

  it("counts the time that it took against the deadline", async () => {
    let left = 60_000;
    let given: number | undefined;
    const opening = async (): Promise<FetchApp> => {
      left -= 9_000;
      return {
        fetch(_request, { remainingMs }) {
          left -= 1_000;
          given = remainingMs?.();
          return new Response(null);
        },
      };
    };
    const logger = createLogger(() => undefined, new ManualClock(), "error");
    const handler = createStreamingHandler({ app: opening, logger, runtime: fakeLambda });
    const context = { awsRequestId: "1", getRemainingTimeInMillis: () => left };
    await handler(gatewayEvent({ path: "/" }), new ResponseSink().stream, context);
    expect(given).toBe(48_000);
  });
});

describe("a stream", () => {
  it("is sent chunk by chunk, as it is made", async () => {
    const sink = new ResponseSink();
    const seenWhenMade: string[] = [];
    const chunks = (async function* () {
      for (const chunk of ["one", "two", "three"]) {
        seenWhenMade.push(sink.bytes.toString("utf8").split("\0").at(-1) ?? "");
        yield encoder.encode(chunk);
        await new Promise(setImmediate);
      }
    })();
    const { handler } = handlerFor(
      () => new Response(ReadableStream.from(chunks), { headers: eventStreamHeaders }),
    );
    const { body } = await invoke(handler, { path: "/" }, { sink });
    expect(body).toBe("onetwothree");
    expect(seenWhenMade).toEqual(["", "one", "onetwo"]);
  });

  it("is made no faster than it is taken", async () => {
    const chunk = "x".repeat(1_000);
    let made = 0;
    let mostAhead = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          made += 1;
          mostAhead = Math.max(mostAhead, made - taken());
          controller.enqueue(encoder.encode(chunk));
          if (made === 200) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const take = () => new Promise<void>((resolve) => setImmediate(resolve));
    const sink = new ResponseSink({ highWaterMark: 1_000, take });
    const taken = () => sink.received.filter(({ length }) => length === chunk.length).length;
    const { handler } = handlerFor(() => new Response(source));
    const { body, failure } = await invoke(handler, { path: "/" }, { sink });
    expect(failure).toBeUndefined();
    expect(body).toHaveLength(200_000);
    expect(mostAhead).toBeLessThanOrEqual(4);
  });

  it("ends its source when the client's side closes", async () => {
    let ended = false;
    const chunks = (async function* () {
      try {
        for (;;) {
          yield encoder.encode("data: 1\n\n");
          await new Promise(setImmediate);
        }
      } finally {
        ended = true;
      }
    })();
    const sink: ResponseSink = new ResponseSink({
      take: () => {
        if (sink.received.length === 5) sink.inner.destroy();
      },
    });
    const { handler, logged } = handlerFor(
      () => new Response(ReadableStream.from(chunks), { headers: eventStreamHeaders }),
    );
    const { failure, ends } = await invoke(handler, { path: "/" }, { sink });
    await new Promise(setImmediate);
    expect(ended).toBe(true);
    expect(failure).toBeInstanceOf(Error);
    expect(ends).toBe(0);
    expect(logged).toMatchObject([{ event: "invocation_failed" }]);
  });

  it("cancels a source that is silent when the client's side closes", async () => {
    let cancelled = false;
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode("data: 1\n\n")),
      cancel: () => {
        cancelled = true;
      },
    });
    const sink: ResponseSink = new ResponseSink({
      take: (chunk) => {
        if (chunk.toString() === "data: 1\n\n") setImmediate(() => sink.inner.destroy());
      },
    });
    const { handler } = handlerFor(() => new Response(silent, { headers: eventStreamHeaders }));
    await invoke(handler, { path: "/" }, { sink });
    expect(cancelled).toBe(true);
  });
});

describe("a failure", () => {
  const secret = new Error("the token xoxb-1 of tenant 7");

  it.each<[string, () => FetchApp]>([
    [
      "while the app is made",
      () => {
        throw secret;
      },
    ],
    ["of the app", () => ({ fetch: () => Promise.reject(secret) })],
    ["of the body before its first byte", () => ({ fetch: () => new Response(body([], secret)) })],
  ])("%s is a 500 problem", async (_when, app) => {
    const { handler, logged } = handlerFor(() => new Response(null), app);
    const { metadata, body, ends, failure } = await invoke(handler, { path: "/" });
    expect(metadata.statusCode).toBe(500);
    expect(metadata.headers).toEqual({
      "content-type": "application/problem+json",
      "x-content-type-options": "nosniff",
      "x-request-id": "gateway-1",
    });
    expect(JSON.parse(body)).toMatchObject({ status: 500, error_code: "internal" });
    expect([ends, failure]).toEqual([1, undefined]);
    expect(logged).toMatchObject([{ level: "error", event: "invocation_failed", request_id: "gateway-1" }]);
    expect(JSON.stringify(logged) + body).not.toContain("xoxb");
  });

  it("after the first byte of an event stream is an `error` event in it", async () => {
    const broken = () =>
      new Response(body(["event: start\n", "data: {"], secret), { headers: eventStreamHeaders });
    const { handler, logged } = handlerFor(broken);
    const { metadata, body: sent, ends, failure } = await invoke(handler, { path: "/" });
    expect(metadata.statusCode).toBe(200);
    const events = sent.split("\n\n");
    expect(events[0]).toBe("event: start\ndata: {");
    expect(events[1]).toMatch(/^event: error\ndata: \{"type":"error","error_code":"internal"/);
    expect([ends, failure]).toEqual([1, undefined]);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged) + sent).not.toContain("xoxb");
  });

  it("after the first byte of anything else is left to the runtime to mark", async () => {
    const { handler, logged } = handlerFor(() => new Response(body(['{"items": ['], secret)));
    const { body: sent, ends, failure } = await invoke(handler, { path: "/" });
    expect(sent).toBe('{"items": [');
    expect(ends).toBe(0);
    expect(failure).toEqual(new Error("The response was cut off after its first byte."));
    expect(logged).toHaveLength(1);
  });
});
