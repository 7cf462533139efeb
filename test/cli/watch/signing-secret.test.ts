import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { beforeEach, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { plumbline } from "../fake-terminal.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const URL = "https://example.com/hooks";
const ADD = ["watch", "add", "feed", "https://example.com/feed.xml", "--deliver-to", URL];

const server = startedForFile(() => startScriptedServer({ name: "service", handle: () => json({}, 404) }));

beforeEach(() => {
  server.clear();
  const source = { type: "feed", url: "https://example.com/feed.xml", keywords: [] };
  server.script("POST /api/v1/watches", json({ id: ID, source, interval_minutes: 15, deliver_to: URL }, 201));
});

const run = (...args: string[]) =>
  plumbline(args, { environment: { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" } });

const FAILED =
  `Its signing secret is not known here. Create a new one: npx --no plumbline watch secret ${ID}\n` +
  "plumbline: It was changed. (409 conflict)\n";

test("a watch that begins and gets no secret is shown all the same", async () => {
  server.script(
    `POST /api/v1/watches/${ID}/secret`,
    json({ detail: "It was changed.", error_code: "conflict" }, 409),
  );
  expect(await run(...ADD)).toEqual({
    code: 1,
    out: `watching ${ID} (example.com/feed.xml, every 15 min)\n${ID} delivers to ${URL}\n`,
    err: FAILED,
  });
});

test("in JSON, too", async () => {
  server.script(
    `POST /api/v1/watches/${ID}/secret`,
    json({ detail: "It was changed.", error_code: "conflict" }, 409),
  );
  const { code, out, err } = await run(...ADD, "--json");
  expect([code, err]).toEqual([1, FAILED]);
  expect(JSON.parse(out)).toMatchObject({ id: ID, deliver_to: URL, signing_secret: null });
});
