import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline } from "./fake-terminal.ts";

let folder: string;

const server = startedForFile(() =>
  startScriptedServer({
    name: "service",
    handle: () => json({ items: [], next_cursor: null }),
  }),
);

afterEach(() => {
  server.clear();
  rmSync(folder, { recursive: true });
});

/**
 * Runs `tool list` with these files in its data folder, expects it to fail, and returns its error message.
 */
async function told(reply: Reply, environment: Record<string, string>, files: Record<string, string> = {}) {
  folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  server.scriptAlways("", reply);
  const { code, out, err } = await plumbline(["tool", "list"], {
    environment: { DATA_DIR: folder, ...environment },
  });
  expect([code, out]).toEqual([1, ""]);
  return err;
}

function problem(error_code: string, status: number, more: object = {}, headers = {}): Reply {
  return json({ detail: "No.", error_code, ...more }, status, headers);
}

describe("a refusal says what to do next:", () => {
  const given = () => ({ PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" });

  test.each([
    [401, "unauthenticated"],
    [403, "forbidden"],
  ])("of %i, where the key came from", async (status, code) => {
    expect(await told(problem(code, status), given())).toBe(
      `plumbline: No. (${status} ${code})\n  The key used is the one in PLUMBLINE_API_KEY.\n`,
    );
    rmSync(folder, { recursive: true });
    const kept = await told(problem(code, status), {}, { url: server.url, "dev-api-key": "plk_kept\n" });
    expect(kept).toContain(`\n  The key used is the one in ${join(folder, "dev-api-key")}.\n`);
    expect(kept).not.toContain("plk_");
  });

  test("of bad input, each field that its sentence does not name", async () => {
    const errors = [
      { path: "a.b", message: "must be so" },
      { path: "", message: "must be there" },
      { path: "c", message: "No." },
    ];
    expect(await told(problem("bad_request", 400, { errors }), given())).toBe(
      "plumbline: No. (400 bad_request)\n  a.b: must be so\n  the request: must be there\n",
    );
  });

  test("of a sentence about the API, in the words of the command line", async () => {
    const refused = problem("not_found", 404, { detail: "GET /api/v1/tools lists them." });
    expect(await told(refused, given())).toContain("`npx --no plumbline tool list` lists them.");
  });

  test("of a service that is busy, when to try again", async () => {
    const busy = problem("too_many_requests", 429, {}, { "retry-after": "7" });
    expect(await told(busy, given())).toMatch(/\n {2}Try again in 7 s\.\n$/);
  });

  test("of one that failed, the id to report", async () => {
    const failed = problem("internal", 500, {}, { "x-request-id": "r-1" });
    expect(await told(failed, given())).toMatch(/\n {2}Its x-request-id is r-1\.\n$/);
  });
});

test("no service: the reason", async () => {
  const nobody = await startScriptedServer({ name: "gone", handle: () => json({}) });
  await nobody.close();
  const err = await told(json({}), { PLUMBLINE_URL: nobody.url, PLUMBLINE_API_KEY: "plk_x" });
  expect(err).toContain(
    `plumbline: ${nobody.url} does not respond. Start the service: npx --no plumbline serve`,
  );
  expect(err).toMatch(/\n {2}Reason: .*ECONNREFUSED.*\n$/);
});

test("TLS to a server without it: the URL that may be meant", async () => {
  const url = server.url.replace("http:", "https:");
  const err = await told(json({}), { PLUMBLINE_URL: url, PLUMBLINE_API_KEY: "plk_x" });
  expect(err).toMatch(
    new RegExp(`\\n  Reason: the server there does not speak TLS\\. Should the URL be ${server.url}\\?\\n$`),
  );
});

test("nothing under a URL with a path: that it is to have none", async () => {
  const environment = { PLUMBLINE_URL: `${server.url}/api/v1`, PLUMBLINE_API_KEY: "plk_x" };
  expect(await told(problem("not_found", 404), environment)).toBe(
    `plumbline: No. (404 not_found)\n  Is the service at ${server.url}/api/v1? Leave the API's path out of PLUMBLINE_URL.\n`,
  );
  rmSync(folder, { recursive: true });
  const atRoot = { ...environment, PLUMBLINE_URL: `${server.url}/` };
  expect(await told(problem("not_found", 404), atRoot)).toBe("plumbline: No. (404 not_found)\n");
});

describe("an impossible service or key is reported before anything is sent", () => {
  test.each([
    [
      "a URL without a scheme",
      { PLUMBLINE_URL: "localhost:8787", PLUMBLINE_API_KEY: "k" },
      /PLUMBLINE_URL must be a URL/,
    ],
    ["no URL", { PLUMBLINE_URL: "http://", PLUMBLINE_API_KEY: "k" }, /PLUMBLINE_URL must be a URL/],
    [
      "a key that no header holds",
      { PLUMBLINE_API_KEY: "ключ" },
      /PLUMBLINE_API_KEY does not contain an API key/,
    ],
    ["two keys", { PLUMBLINE_API_KEY: "plk_a\nplk_b" }, /PLUMBLINE_API_KEY does not contain an API key/],
  ])("%s", async (_what, environment, line) => {
    const err = await told(json({}), { PLUMBLINE_URL: server.url, ...environment });
    expect(err).toMatch(line);
    expect(err).toMatch(/^plumbline: [^\n]+\n$/);
    expect(err).not.toMatch(/plk_|ключ/);
    expect(server.requests).toEqual([]);
  });

  test("a key that cannot be read", async () => {
    const parent = mkdtempSync(join(tmpdir(), "plumbline-test-"));
    mkdirSync(join(parent, "dev-api-key"));
    const err = await told(json({}), { DATA_DIR: parent, PLUMBLINE_URL: server.url });
    rmSync(parent, { recursive: true });
    expect(err).toBe(`plumbline: ${join(parent, "dev-api-key")} cannot be read (EISDIR).\n`);
  });
});

test("blanks around a key are not of it", async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  const environment = { PLUMBLINE_URL: `${server.url}//`, PLUMBLINE_API_KEY: " plk_x\n", DATA_DIR: folder };
  expect((await plumbline(["tool", "list"], { environment })).code).toBe(0);
  expect(server.requests[0]).toMatchObject({
    path: "/api/v1/tools",
    headers: { authorization: "Bearer plk_x" },
  });
});
