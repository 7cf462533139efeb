import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { PooledStreamingClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call, failureOf } from "./calls.ts";

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => json({ ok: true }) }),
);
let pool: Agent;
let http: PooledHttpClient;
let streams: PooledStreamingClient;

beforeEach(async () => {
  pool = createPool();
  http = new PooledHttpClient(pool, new ManualClock());
  streams = new PooledStreamingClient(pool, new ManualClock());
});

afterEach(async () => {
  await pool.destroy();
});

const BODY = '{"text":"grüße"}'.padEnd(5_000);
const packed = (encoding: string, body: Buffer, status = 200): Message => ({
  status,
  headers: { "content-encoding": encoding, "content-type": "application/json" },
  body,
});
const openStream = () =>
  streams.openStream({
    method: "POST",
    url: new URL(server.url),
    effect: "write",
    timeoutMs: 30_000,
    idleTimeoutMs: 30_000,
  });

describe.each<[encoding: string, pack: (body: string | Buffer) => Buffer]>([
  ["gzip", gzipSync],
  ["X-GZIP", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["gzip", (body) => Buffer.concat([gzipSync(body.slice(0, 9)), gzipSync(body.slice(9))])],
])("an answer in %s that was not asked for", (encoding, pack) => {
  test("is unpacked, and its headers no longer say that it is packed", async () => {
    server.script("", packed(encoding, pack(Buffer.from(BODY))));
    const answer = await http.send(call(server.url, "write"));
    expect(answer.text()).toBe(BODY);
    expect(answer.truncated).toBe(false);
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers).not.toHaveProperty("content-length");
  });

  test("is unpacked while it is read", async () => {
    server.script("", packed(encoding, pack(Buffer.from(BODY))));
    const { body, headers } = await openStream();
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(BODY);
    expect(headers).not.toHaveProperty("content-encoding");
  });

  test("ends at the limit", async () => {
    const bomb = pack(Buffer.alloc(20 * 2 ** 20, " "));
    server.scriptAlways("", packed(encoding, bomb));
    const bounds = { maxResponseBytes: 1_000_000 };
    const error = await failureOf(http.send(call(server.url, "write", bounds)));
    expect(error.message).toContain("is larger than 1000000 bytes");
    expect(error.detail.outcomeUnknown).toBe(true);
    const cut = await http.send(call(server.url, "write", { ...bounds, acceptPartialBody: true }));
    expect([cut.body.length, cut.truncated]).toEqual([1_000_000, true]);
  });
});

test("the limit itself is within it", async () => {
  server.script("", packed("gzip", gzipSync(Buffer.alloc(70_000, "x"))));
  const answer = await http.send(call(server.url, "read", { maxResponseBytes: 70_000 }));
  expect([answer.body.length, answer.truncated]).toEqual([70_000, false]);
});

test("an empty body is not unpacked", async () => {
  server.script("", { status: 204, headers: { "content-encoding": "gzip" } });
  expect(await http.send(call(server.url, "write"))).toMatchObject({ status: 204, truncated: false });
});

test.each(["gzip", "x-gzip"])(
  "an answer that was unpacked on the way and still says %s is read",
  async (label) => {
    server.script("", packed(label, Buffer.from('{"stored":true}')));
    const answer = await http.send(call(server.url, "write"));
    expect([answer.json(), answer.truncated]).toEqual([{ stored: true }, false]);
  },
);

const half = gzipSync(Buffer.from(BODY)).subarray(0, 40);

describe.each<[what: string, encoding: string, body: Buffer]>([
  ["only begins like gzip", "gzip", Buffer.from("\u001fplain text")],
  ["is half a gzip", "gzip", half],
  ["has an encoding nobody knows", "zstd", Buffer.from("x")],
  ["has five of them", "gzip, gzip, gzip, gzip, gzip", Buffer.from("x")],
])("an answer that %s", (_what, encoding, body) => {
  test("is named as such, and leaves the outcome of a write unknown", async () => {
    server.scriptAlways("", packed(encoding, body));
    const write = await failureOf(http.send(call(server.url, "write")));
    expect(write.message).toBe(
      `${new URL(server.url).host} responded with 200, but its response, compressed as ${encoding}, cannot be decompressed.`,
    );
    expect(write).toMatchObject({ code: "transient", detail: { outcomeUnknown: true, permanent: true } });
    if (body === half) {
      const read = await http.send(call(server.url, "read"));
      expect([read.truncated, BODY.startsWith(read.text())]).toEqual([true, true]);
      return;
    }
    const read = await failureOf(http.send(call(server.url, "read")));
    expect(read).toMatchObject({ code: "validation", message: write.message });
  });

  test("is still the refusal that it is, and a partial one where that is enough", async () => {
    server.script("", packed(encoding, body, 403), packed(encoding, body));
    expect(await http.send(call(server.url, "write"))).toMatchObject({ status: 403, truncated: true });
    const partial = await http.send(call(server.url, "write", { acceptPartialBody: true }));
    expect(partial).toMatchObject({ status: 200, truncated: true });
  });

  test("ends a stream with an error", async () => {
    server.script("", packed(encoding, body));
    const stream = await openStream();
    await expect(stream.body.toArray()).rejects.toThrow("cannot be decompressed");
  });
});

describe("charsets", () => {
  const latin = Buffer.from("Gr\xfc\xdfe \x80\x93", "latin1");

  test.each<[what: string, type: string, body: Buffer, text: string]>([
    ["declared", "text/plain; charset=iso-8859-1", latin, "Grüße €“"],
    ["declared in quotes", 'text/plain; charset="Windows-1252"', latin, "Grüße €“"],
    ["undeclared and no UTF-8", "text/plain", latin, "Grüße €“"],
    ["undeclared", "text/plain", Buffer.from("Grüße"), "Grüße"],
    ["unknown", "text/plain; charset=klingon", Buffer.from("Grüße"), "Grüße"],
    ["UTF-8 that is none", "text/plain; charset=utf-8", Buffer.from("a\xfcb", "latin1"), "a\u00fcb"],
    ["a byte order mark", "text/plain; charset=iso-8859-1", Buffer.from("\ufeffGrüße", "utf16le"), "Grüße"],
    ["UTF-8 with a mark", "text/plain", Buffer.from("\ufeffGrüße"), "Grüße"],
    ["Latin 1 that is UTF-8", "text/plain; charset=latin1", Buffer.from("Grüße"), "Grüße"],
    ["Japanese", "text/plain; charset=shift_jis", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "日本"],
  ])("%s", async (_what, type, body, text) => {
    server.script("", { headers: { "content-type": type }, body });
    expect((await http.send(call(server.url, "read"))).text()).toBe(text);
  });

  test.each(["application/json", "application/json; charset=latin1"])(
    "JSON in Latin 1, as %s",
    async (type) => {
      server.script("", {
        headers: { "content-type": type },
        body: Buffer.from('{"a":"Gr\xfc\xdfe"}', "latin1"),
      });
      expect((await http.send(call(server.url, "read"))).json()).toEqual({ a: "Grüße" });
    },
  );

  test("a text that is cut within a character stays UTF-8, and loses no more than that character", async () => {
    server.script("", { headers: { "content-type": "text/plain" }, body: "ü".repeat(10) });
    const answer = await http.send(
      call(server.url, "read", { maxResponseBytes: 5, acceptPartialBody: true }),
    );
    expect([answer.text(), answer.truncated]).toEqual(["üü", true]);
  });
});
