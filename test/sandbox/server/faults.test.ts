import {
  closeAfterReading,
  cutBody,
  delayed,
  hangAfterHeaders,
  hangBeforeHeaders,
  hangInBody,
  htmlPage,
  json,
  redirect,
  resetAfterReading,
  resetBeforeReading,
  slowDrip,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { request } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startedForEach } from "../../support/started.ts";

const anHour = 3_600_000;

const server = startedForEach(() =>
  startScriptedServer({ name: "any provider", handle: () => json({ ok: true }) }),
);

afterEach(async () => {
  vi.restoreAllMocks();
});

/** By the end of it, whatever the server had to send on another connection has come. */
const roundTrip = async () => (await request(`${server.url}/other`)).body.dump();

const post = () => request(`${server.url}/write`, { method: "POST", body: "payload" });

describe("answers", () => {
  it("sends JSON with status, headers, type and length", async () => {
    server.script("", json({ id: "é" }, 201, { "X-Request": "7" }));
    const response = await request(server.url);
    expect(response.statusCode).toBe(201);
    expect(response.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": "11",
      "x-request": "7",
    });
    expect(await response.body.json()).toEqual({ id: "é" });
  });

  it("sends HTML where JSON was expected", async () => {
    server.script("", htmlPage("<h1>502</h1>", 502));
    const response = await request(server.url);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      502,
      "text/html; charset=utf-8",
    ]);
    expect(await response.body.text()).toBe("<h1>502</h1>");
  });

  it("lets a script name the type of its JSON, in any case", async () => {
    server.script("", json({}, 400, { "Content-Type": "application/problem+json" }));
    expect((await request(server.url)).headers["content-type"]).toBe("application/problem+json");
  });

  it("sends bytes as they are, under the type the script names", async () => {
    server.script("", { headers: { "Content-Type": "image/png" }, body: Buffer.from([0x89, 0x50, 0xff]) });
    const response = await request(server.url);
    expect(response.headers["content-type"]).toBe("image/png");
    expect([...new Uint8Array(await response.body.arrayBuffer())]).toEqual([0x89, 0x50, 0xff]);
  });

  it("sends redirects and answers without a body", async () => {
    server.script("", redirect("http://127.0.0.1:1/elsewhere", 307), { status: 204 });
    const moved = await request(server.url);
    expect([moved.statusCode, moved.headers.location]).toEqual([307, "http://127.0.0.1:1/elsewhere"]);
    const empty = await request(server.url);
    expect([empty.statusCode, empty.headers["content-length"]]).toEqual([204, undefined]);
  });

  it("holds an answer back for its delay", async () => {
    server.script("GET /slow", delayed(text("late"), 20));
    expect(await (await request(`${server.url}/slow`)).body.text()).toBe("late");
  });

  it("lets other requests pass while one is held back, and drops it on close", async () => {
    const [set, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    server.script("GET /slow", delayed(text("never seen"), anHour));
    const slow = request(`${server.url}/slow`).catch((error: Error) => error);
    await server.waitForRequests(1);
    await roundTrip();
    await server.close();
    expect(await slow).toMatchObject({ code: "UND_ERR_SOCKET" });
    const at = set.mock.calls.findIndex(([, wait]) => wait === anHour);
    expect(cleared).toHaveBeenCalledWith(set.mock.results[at]?.value);
  });
});

describe("faults", () => {
  it("hangs before the headers", async () => {
    server.script("GET /hang", hangBeforeHeaders());
    const abandon = new AbortController();
    const answer = request(`${server.url}/hang`, { signal: abandon.signal }).catch((error: Error) => error);
    await server.waitForRequests(1);
    await roundTrip();
    abandon.abort();
    expect(await answer).toMatchObject({ name: "AbortError" });
  });

  it.each([
    ["a body", json({ ok: true }, 201)],
    ["no body", { status: 201 }],
  ])("hangs after the headers of a message with %s", async (_, message) => {
    server.script("GET /hang", hangAfterHeaders(message));
    const abandon = new AbortController();
    const response = await request(`${server.url}/hang`, { signal: abandon.signal });
    expect(response.statusCode).toBe(201);
    const body = response.body.text().catch((error: Error) => error);
    await roundTrip();
    abandon.abort();
    expect(await body).toMatchObject({ name: "AbortError" });
  });

  it("hangs in mid body", async () => {
    server.script("GET /hang", hangInBody(text("0123456789"), 4));
    const abandon = new AbortController();
    const response = await request(`${server.url}/hang`, { signal: abandon.signal });
    const chunks = response.body[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).toBe("0123");
    const rest = chunks.next().catch((error: Error) => error);
    await roundTrip();
    abandon.abort();
    expect(await rest).toMatchObject({ name: "AbortError" });
  });

  it("resets before the body is read, and records nothing", async () => {
    server.script("POST /write", resetBeforeReading());
    await expect(post()).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/),
    });
    expect(server.requests).toEqual([]);
    expect((await post()).statusCode).toBe(200);
  });

  it("resets after the whole request was read", async () => {
    server.script("POST /write", resetAfterReading());
    await expect(post()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(server.requests.map((read) => read.text)).toEqual(["payload"]);
  });

  it("closes after the whole request was read", async () => {
    server.script("POST /write", closeAfterReading());
    await expect(post()).rejects.toMatchObject({ code: "UND_ERR_SOCKET", message: "other side closed" });
    expect(server.requests.map((read) => read.text)).toEqual(["payload"]);
  });

  it.each(["length", "chunked"] as const)("cuts a body framed by %s", async (framing) => {
    server.script("", cutBody(json({ ok: true, id: "1" }), { afterBytes: 9, framing }));
    const response = await request(server.url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-length"]).toBe(framing === "length" ? "20" : undefined);
    await expect(response.body.text()).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
  });

  it("drips a body slowly, whole in the end", async () => {
    server.script("", slowDrip(text("0123456789"), { bytesPerChunk: 4, intervalMs: 2 }));
    const response = await request(server.url);
    const chunks: string[] = [];
    for await (const chunk of response.body) chunks.push(String(chunk));
    expect(chunks.join("")).toBe("0123456789");
    expect(chunks.length).toBeGreaterThan(1);
  });

  it("stops dripping when the connection ends", async () => {
    const [set, cleared] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
    server.script("", slowDrip(text("0123456789"), { bytesPerChunk: 1, intervalMs: anHour }));
    const response = await request(server.url);
    const body = response.body.text().catch((error: Error) => error);
    await server.close();
    expect(await body).toMatchObject({ code: "UND_ERR_SOCKET" });
    const at = set.mock.calls.findIndex(([, wait]) => wait === anHour);
    expect(cleared).toHaveBeenCalledWith(set.mock.results[at]?.value);
  });
});
