import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, describe, expect, test } from "vitest";
import { plumblineProcess } from "../../cli/plumbline-process.ts";
import { startedForFile } from "../../support/started.ts";
import { callApi, type ServerProcess, ServerProcesses } from "./server-process.ts";

const processes = new ServerProcesses();
const sandbox = startedForFile(startSandbox);

afterEach(async () => {
  await processes.cleanUp();
  sandbox.chatapp.clear();
});

async function start(DATA_DIR: string): Promise<{ server: ServerProcess; url: string; key: string }> {
  const server = processes.start({ DATA_DIR, CHATAPP_BASE_URL: sandbox.settings.CHATAPP_BASE_URL });
  const url = await server.ready();
  return { server, url, key: await readFile(join(DATA_DIR, "dev-api-key"), "utf8") };
}

const store = (url: string, key: string, label: string) =>
  callApi(url, key, "POST", "/api/v1/credentials", { kind: "chatapp_bot", label, token: sampleBotToken });

const post = (url: string, key: string, credential_id?: unknown) =>
  callApi(url, key, "POST", "/api/v1/tools/chatapp_post_channel", {
    arguments: { channel: "C0GENERAL", text: "Hello", ...(credential_id ? { credential_id } : {}) },
  });

/** Starts a call that the chat app does not answer before the test lets it. */
async function callInFlight(url: string, key: string) {
  const gate = new EventEmitter();
  const opened = once(gate, "open");
  sandbox.chatapp.script("POST /api/chat.postMessage", async (request, handle) => {
    await opened;
    return handle(request);
  });
  const asked = sandbox.chatapp.waitForRequests(1);
  const answer = post(url, key);
  await asked;
  return { answer, open: () => gate.emit("open") };
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s lets a call in flight end, refuses new ones, then exits 0",
  async (signal) => {
    const { server, url, key } = await start(await processes.folder());
    await store(url, key, "team");
    const { answer, open } = await callInFlight(url, key);
    server.signal(signal);
    await server.logged(/^stopping/m);
    const refused = await fetch(`${url}/api/v1/tools`, { headers: { authorization: `Bearer ${key}` } });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({ error_code: "unavailable" });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: "not_ready", reasons: [{ check: "stopping" }] });
    open();
    expect(await answer).toMatchObject({ status: 200, json: { ok: true } });
    expect(await server.ended()).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  },
);

test("calls that ended before SIGTERM, or while it waits, are in the log of calls after it", async () => {
  const folder = await processes.folder();
  const { server, url, key } = await start(folder);
  await store(url, key, "team");
  for (let call = 0; call < 3; call++) expect((await post(url, key)).json).toMatchObject({ ok: true });
  sandbox.chatapp.clear();
  const { answer, open } = await callInFlight(url, key);
  server.signal("SIGTERM");
  await server.logged(/^stopping/m);
  open();
  await answer;
  expect(await server.ended()).toBe(0);
  const again = await start(folder);
  const { json } = await callApi(again.url, again.key, "GET", "/api/v1/calls");
  const tools = (json.items as { tool: string; outcome: string }[]).map(({ tool, outcome }) => [
    tool,
    outcome,
  ]);
  expect(tools).toEqual(Array(4).fill(["chatapp_post_channel", "ok"]));
});

test("a call that does not end in time is answered, and a write is not asked for again", async () => {
  const DATA_DIR = await processes.folder();
  const { CHATAPP_BASE_URL } = sandbox.settings;
  const server = processes.start({ DATA_DIR, CHATAPP_BASE_URL, STOP_SECONDS: "2" });
  const url = await server.ready();
  const key = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
  await store(url, key, "team");
  sandbox.chatapp.scriptAlways("", hangBeforeHeaders());
  const asked = sandbox.chatapp.waitForRequests(1);
  const answer = fetch(`${url}/api/v1/tools/chatapp_post_channel`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ arguments: { channel: "C0GENERAL", text: "Hello" } }),
  });
  await asked;
  server.signal("SIGTERM");
  const told = await answer;
  expect(told.status).toBe(503);
  expect(told.headers.get("retry-after")).toBeNull();
  expect(told.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  expect(await told.json()).toMatchObject({
    error_code: "unavailable",
    detail: expect.stringContaining("may have taken effect"),
  });
  expect(await server.ended()).toBe(0);
});

test("a tool that only reads and does not end in time may be called again", async () => {
  const DATA_DIR = await processes.folder();
  const feeds = await startScriptedServer({ name: "feeds", handle: () => hangBeforeHeaders() });
  try {
    const server = processes.start({ DATA_DIR, EGRESS_ALLOW: `127.0.0.1:${feeds.port}`, STOP_SECONDS: "2" });
    const url = await server.ready();
    const key = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
    const asked = feeds.waitForRequests(1);
    const answer = fetch(`${url}/api/v1/tools/feed_read`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ arguments: { url: `${feeds.url}/feed` } }),
    });
    await asked;
    server.signal("SIGTERM");
    const told = await answer;
    expect([told.status, told.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await told.text()).not.toContain("may have taken effect");
    expect(await server.ended()).toBe(0);
  } finally {
    await feeds.close();
  }
});

test("it stops when npm, which started it, was ended alone", async () => {
  const { child, said, ended } = plumblineProcess(["serve"], {
    environment: { DATA_DIR: await processes.folder(), PORT: "0", npm_lifecycle_event: "start" },
    shell: '"$@" & wait',
  });
  await said("ready ");
  child.kill("SIGTERM");
  // Its streams end with the last process that writes to them, which is the service.
  expect((await ended).err).toContain("stopping");
});

test("a later signal ends it at once", async () => {
  const { server, url, key } = await start(await processes.folder());
  await store(url, key, "team");
  const { answer, open } = await callInFlight(url, key);
  const broken = expect(answer).rejects.toThrow();
  server.signal("SIGINT");
  await server.logged(/^stopping/m);
  const again = setInterval(() => server.signal("SIGINT"), 50);
  expect(await server.ended()).toBe("SIGINT");
  clearInterval(again);
  await broken;
  open();
});

test("killed among creations it loses none that it acknowledged, and every one opens", async () => {
  const folder = await processes.folder();
  const acknowledged: unknown[] = [];
  for (let round = 1; round <= 3; round++) {
    const { server, url, key } = await start(folder);
    const killAt = acknowledged.length + 7 * round;
    const writer = async (name: string) => {
      for (let index = 0; ; index++) {
        const made = await store(url, key, `${name} ${index}`).catch(() => "killed" as const);
        if (made === "killed") return;
        expect(made.status).toBe(201);
        acknowledged.push(made.json.id);
        if (acknowledged.length === killAt) server.signal("SIGKILL");
      }
    };
    await Promise.all([1, 2, 3, 4].map((number) => writer(`round ${round}, writer ${number},`)));
    expect(await server.ended()).toBe("SIGKILL");
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAt);
  }
  const { url, key } = await start(folder);
  for (const id of acknowledged) expect((await post(url, key, id)).json).toMatchObject({ ok: true });
  expect((await store(url, key, "round 1, writer 1, 0")).status).toBe(409);
});

describe("streams of a model that hangs", () => {
  test.each([
    ["", /^event: error\n.*\ndata: .*"error_code":"unavailable"/m, /event: done\n[^\n]*\ndata: \{.*\}\n\n$/],
    [
      "?protocol=ui-message",
      /^data: \{"type":"error","errorText":"The service is stopping/m,
      /data: \[DONE\]\n\n$/,
    ],
  ])("end with an error and their last words (%s)", async (query, error, end) => {
    sandbox.model.scriptAlways("", hangBeforeHeaders());
    const DATA_DIR = await processes.folder();
    const server = processes.start({ DATA_DIR, STOP_SECONDS: "4", ...sandbox.modelSettings("truthful") });
    const url = await server.ready();
    const key = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
    const streams = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${url}/api/v1/agent/stream${query}`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ messages: [{ role: "user", content: "Say hello." }] }),
        }),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const texts = Promise.all(streams.map((stream) => stream.text()));
    server.signal("SIGTERM");
    for (const text of await texts) {
      expect(text).toMatch(error);
      expect(text).toMatch(end);
    }
    expect(await server.ended()).toBe(0);
    sandbox.model.clear();
  });
});

test("a body that was sent by half does not hold the exit", { timeout: 15_000 }, async () => {
  const DATA_DIR = await processes.folder();
  const server = processes.start({ DATA_DIR, STOP_SECONDS: "60" });
  const { hostname, port } = new URL(await server.ready());
  const key = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/watches HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${key}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"type":',
  );
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  const closed = once(socket, "close");
  // Its answer shows that the request before it on the way has been taken.
  await fetch(`http://${hostname}:${port}/healthz`);
  server.signal("SIGTERM");
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5[\s\S]*"error_code":"unavailable"/);
  expect(await server.ended()).toBe(0);
});
