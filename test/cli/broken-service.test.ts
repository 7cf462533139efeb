import { cutBody, htmlPage, json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline } from "./fake-terminal.ts";

const server = startedForFile(() => startScriptedServer({ name: "service", handle: () => json({}, 404) }));

afterEach(() => server.clear());
const events = (body: string) => text(body, 200, { "content-type": "text/event-stream" });

const START = 'event: start\nid: 1\ndata: {"type":"start"}\n\n';

test.each<[string, string[], Reply, RegExp]>([
  [
    "breaks off a list",
    ["tool", "list"],
    cutBody(json({ items: [] }), { afterBytes: 5 }),
    /was lost in the middle/,
  ],
  [
    "breaks off a stream",
    ["chat", "Who?"],
    cutBody(events(START), { afterBytes: START.length - 9 }),
    /was lost in the middle/,
  ],
  [
    "is some other site",
    ["tool", "list"],
    htmlPage("<h1>Welcome</h1>"),
    /not JSON\. Is PLUMBLINE_URL the service\?/,
  ],
  ["is some other site's error page", ["tool", "list"], htmlPage("<h1>Gone</h1>", 502), /responded with 502/],
])("a service that %s is reported in one line, with exit code 1", async (_what, args, reply, line) => {
  server.scriptAlways("", reply);
  const environment = { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" };
  const { code, out, err } = await plumbline(args, { environment });
  expect([code, out.trim()]).toEqual([1, ""]);
  expect(err).toMatch(line);
  expect(err).toMatch(/^plumbline: .*\n$/);
});

test("a stream that ends without done is no success", async () => {
  server.scriptAlways("", events(START));
  const environment = { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" };
  const { code, err } = await plumbline(["chat", "Who?"], { environment });
  expect([code, err]).toEqual([1, expect.stringMatching(/^plumbline: The run was cut off/)]);
});
