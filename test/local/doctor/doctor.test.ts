import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { startLocalServer } from "@plumbline/local";
import { runDoctor } from "@plumbline/local/doctor/run-doctor.ts";
import { startSandbox } from "@plumbline/sandbox";
import { text } from "@plumbline/sandbox/server/reply.ts";
import type { DoctorFinding } from "@plumbline/service/doctor/finding.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../../packages/cli/main.ts";
import { storePath } from "../../../packages/local/store/store-files.ts";
import { fakeTerminal } from "../../cli/fake-terminal.ts";
import { makeIssuerKey, type ScriptedIssuer, startScriptedIssuer } from "../../support/scripted-issuer.ts";
import { startedForEach } from "../../support/started.ts";

const sandbox = startedForEach(startSandbox);
let place: string;
let environment: Record<string, string>;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), "plumbline-doctor-"));
  const model = sandbox.modelSettings("truthful");
  environment = { ...sandbox.settings, ...model, DATA_DIR: join(place, "data"), PORT: "0" };
});
afterEach(async () => {
  rmSync(place, { recursive: true });
});

const look = (changed: Record<string, string> = {}) => runDoctor({ ...environment, ...changed }, systemClock);
const problems = (findings: readonly DoctorFinding[]) => findings.filter(({ state }) => state === "problem");
const named = (findings: readonly DoctorFinding[], name: string) =>
  findings.find((one) => one.name.startsWith(name));

/** A start and a stop, so that the folder holds a store and keys. */
async function startOnce(): Promise<void> {
  await (await startLocalServer(environment, { logSink: () => undefined })).close();
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const told = { code: -1, out: "", err: "" };
  told.code = await main(args, { ...fakeTerminal(told, { environment }), clock: systemClock });
  return told;
}

test("all is well before the first start, while the service runs, and after it", async () => {
  const before = await look();
  expect(problems(before)).toEqual([]);
  expect(named(before, "DATA_DIR")?.message).toContain("is created at the first start");
  const server = await startLocalServer(environment, { logSink: () => undefined });
  const during = await look();
  expect(problems(during)).toEqual([]);
  expect(named(during, "plumbline serve")?.message).toBe(`It is running at ${server.url}.`);
  await server.close();
  const after = await look();
  expect(problems(after)).toEqual([]);
  expect(named(after, "store.db")).toMatchObject({
    state: "ok",
    message: expect.stringMatching(/^All \d+ records/),
  });
  expect(named(after, "master-key")).toMatchObject({ state: "ok" });
  expect(named(after, "search_a")).toMatchObject({ state: "ok" });
  expect(named(after, "truthful")).toMatchObject({ area: "model", state: "ok" });
  expect(named(after, "clock")).toMatchObject({ state: "ok" });
});

test("every finding that is not well says what to do, and none shows a key", async () => {
  await startOnce();
  await sandbox.chatapp.close();
  await sandbox.smtp.close();
  writeFileSync(join(place, "data", "master-key"), Buffer.alloc(32), { mode: 0o600 });
  const findings = await look({ SEARCH_A_API_KEY: "sk-never-shown", MODEL_API_KEY: "sk-nor-this" });
  for (const { state, remedy } of findings) expect(remedy !== undefined).toBe(state !== "ok");
  expect(JSON.stringify(findings)).not.toMatch(/sk-n/);
  expect(problems(findings).length).toBeGreaterThan(3);
});

describe("the OIDC issuer", () => {
  const issuerKey = makeIssuerKey("first");
  const issuer = startedForEach(() => startScriptedIssuer(issuerKey));
  const lookAt = () => look({ AUTH_ISSUER: issuer.url, AUTH_AUDIENCE: "api" });

  test("is not looked for where none is configured", async () => {
    expect(named(await look(), "AUTH_ISSUER")).toBeUndefined();
  });

  test("is well when its keys can be fetched now", async () => {
    expect(named(await lookAt(), "AUTH_ISSUER")).toMatchObject({
      area: "issuer",
      state: "ok",
      message: expect.stringContaining("1 public key"),
    });
    expect(issuer.asked).toContain("/keys");
  });

  test.each<[string, Partial<ScriptedIssuer>, string, string]>([
    ["fails", { mode: "failing" }, "responded with 503", "the network"],
    ["has another name", { metadata: { issuer: "https://x.test/" } }, "https://x.test/", "exactly"],
    ["publishes no keys", { published: [] }, "no public key", "jwks_uri"],
    ["publishes a secret alone", { keySet: { keys: [{ kty: "oct" }] } }, "no public key", "jwks_uri"],
  ])("that %s is a problem", async (_what, changed, message, remedy) => {
    Object.assign(issuer, changed);
    expect(named(await lookAt(), "AUTH_ISSUER")).toMatchObject({
      state: "problem",
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });
  });
});

describe("a provider", () => {
  test("that cannot be reached is a problem, with its setting", async () => {
    await sandbox.chatapp.close();
    const found = named(await look(), "chatapp");
    expect(found).toMatchObject({
      area: "provider",
      state: "problem",
      remedy: expect.stringContaining("CHATAPP_BASE_URL"),
    });
  });

  test("that answers 503 is a warning", async () => {
    sandbox.notes.scriptAlways("GET /", { status: 503 });
    expect(named(await look(), "notes")).toMatchObject({
      state: "warning",
      message: expect.stringContaining("503"),
    });
  });

  test("whose mail server greets as something else is a problem", async () => {
    const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const findings = await look({ MAIL_OAUTH_A_IMAP_PORT: String(port) });
    server.close();
    expect(
      findings.filter(({ name, state }) => name.endsWith(`:${port}`) && state === "problem"),
    ).toHaveLength(1);
  });
});

test.each([
  [600, "ahead of", "problem"],
  [-600, "behind", "problem"],
  [90, "ahead of", "warning"],
])("a clock %i s off is said to be %s the servers", async (seconds, words, state) => {
  const date = new Date(Date.now() - seconds * 1_000).toUTCString();
  for (const server of [sandbox.chatapp, sandbox.notes, sandbox.crm, sandbox.tracker, sandbox.calendar])
    server.scriptAlways("GET /", { ...text("here"), headers: { date } });
  for (const [server, path] of [
    [sandbox.chatapp, "/api/"],
    [sandbox.tracker, "/graphql"],
    [sandbox.calendar, "/calendar/v3"],
  ] as const)
    server.scriptAlways(`GET ${path}`, { ...text("here"), headers: { date } });
  const found = named(await look(), "clock");
  expect(found).toMatchObject({ state, message: expect.stringContaining(words) });
});

describe("search and model", () => {
  test("a key that is refused is named by its setting", async () => {
    const findings = await look({ SEARCH_A_API_KEY: "wrong", MODEL_API_KEY: "wrong" });
    expect(named(findings, "search_a")).toMatchObject({
      state: "problem",
      remedy: expect.stringContaining("SEARCH_A_API_KEY"),
    });
    expect(named(findings, "truthful")).toMatchObject({
      state: "problem",
      remedy: expect.stringContaining("MODEL_API_KEY"),
    });
  });

  test("each model that runs may choose is asked", async () => {
    const findings = await look({ MODEL_CHOICES: "assisting,nobody" });
    expect(named(findings, "assisting")).toMatchObject({ area: "model", state: "ok" });
    expect(named(findings, "nobody")).toMatchObject({
      area: "model",
      state: "problem",
      remedy: expect.stringContaining("MODEL_CHOICES"),
    });
  });

  test("a model that cannot choose among sentences is a warning, unless READER is off", async () => {
    expect(named(await look(), "reader")).toMatchObject({ area: "model", state: "ok" });
    expect(named(await look({ READER: "model" }), "reader")).toMatchObject({
      area: "model",
      state: "warning",
      message: "The model does not choose in the requested form.",
      remedy: expect.stringContaining("READER=off"),
    });
  });

  test("a backend that fails is a problem, and none configured a warning", async () => {
    sandbox.searchB.scriptAlways("POST /search", { status: 500 });
    expect(named(await look(), "search_b")).toMatchObject({ state: "problem" });
    const none = {
      SEARCH_A_API_KEY: "",
      SEARCH_B_API_KEY: "",
      SEARCH_C_INSTANCE_URL: "",
      MODEL_PROVIDER: "",
      MODEL_ID: "",
    };
    const findings = await look({ ...none, MODEL_BASE_URL: "", MODEL_API_KEY: "" });
    expect(named(findings, "search")).toMatchObject({ area: "search", state: "warning" });
    expect(named(findings, "model")).toMatchObject({ area: "model", state: "warning" });
  });
});

describe("the data folder", () => {
  beforeEach(startOnce);

  test("with half a store is a problem that says to restore it", async () => {
    truncateSync(storePath(join(place, "data")), 4_096);
    expect(named(await look(), "store.db")).toMatchObject({
      state: "problem",
      remedy: expect.stringContaining("plumbline restore"),
    });
  });

  test("without its store, beside keys, is a problem", async () => {
    rmSync(storePath(join(place, "data")));
    expect(named(await look(), "store.db")).toMatchObject({
      state: "problem",
      message: expect.stringContaining("missing"),
    });
  });

  test("with another master key, or without it, or under another stage, is a problem", async () => {
    expect(named(await look({ STAGE: "other" }), "master-key")).toMatchObject({ state: "problem" });
    rmSync(join(place, "data", "master-key"));
    expect(named(await look(), "master-key")).toMatchObject({
      state: "problem",
      message: expect.stringContaining("missing"),
    });
    writeFileSync(join(place, "data", "master-key"), Buffer.alloc(32), { mode: 0o600 });
    expect(named(await look(), "master-key")).toMatchObject({ state: "problem" });
  });

  test("with a key that others can read is a problem", async () => {
    chmodSync(join(place, "data", "operator-key"), 0o644);
    expect(named(await look(), "operator-key")).toMatchObject({ area: "keys", state: "problem" });
  });

  test("is looked at even where the settings are wrong", async () => {
    const findings = await look({ PORT: "many" });
    expect(named(findings, "settings")).toMatchObject({
      state: "problem",
      message: expect.stringContaining("PORT"),
    });
    expect(named(findings, "store.db")).toMatchObject({ state: "ok" });
  });

  test("of a service that was killed names its address", async () => {
    writeFileSync(join(place, "data", "url"), "http://127.0.0.1:9\n");
    expect(named(await look(), "plumbline serve")).toMatchObject({ state: "warning" });
  });
});

test("a port that is taken is a problem", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const PORT = String(typeof address === "object" && address !== null ? address.port : 0);
  const findings = await look({ PORT });
  server.close();
  expect(named(findings, "plumbline serve")).toMatchObject({
    state: "problem",
    message: expect.stringContaining("EADDRINUSE"),
  });
});

describe("plumbline doctor", () => {
  test("prints every finding, and ends with 0 when there is no problem", async () => {
    const { code, out, err } = await run("doctor");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("search, search_a: It finds");
    expect(out).toMatch(/^0 problems, \d warnings?\.$/m);
  });

  test("prints what to do, and ends with 1, when there is one", async () => {
    await sandbox.searchA.close();
    const { code, out } = await run("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/problem\s+search, search_a: .+\n\s+→ .+/);
    const { out: json } = await run("doctor", "--json");
    expect(JSON.parse(json)).toMatchObject({ ok: false, findings: expect.any(Array) });
  });
});
