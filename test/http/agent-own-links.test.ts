import type { TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { sampleApiKey, sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelCall, startAgent } from "./agent-under-test.ts";

const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const ISSUE = /https:\/\/tracker\.example\/sandbox\/issue\/\S+?(?=[\s.)]|$)/;

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "tracker", token: sampleApiKey });
});

beforeEach(() => agent.clear());

const createIssue = (description = QUOTE) =>
  modelCall("tracker_create_issue", { team_id: sampleIds.operations, title: "Ada Lovelace", description });
const readFeed = () => modelCall("feed_read", { url: `${agent.sandbox.feeds.url}/rss.xml` });

/** Makes the calls one after the other, and then says what `tell` makes of the link to the issue. */
function behave(calls: readonly TurnCall[], tell: (url: string) => string): void {
  let made = 0;
  agent.behave(({ messages }) => {
    const call = calls[made++];
    if (call) return { calls: [call] };
    const result = messages.findLast(({ role }) => role === "tool")?.text ?? "";
    return { text: tell(ISSUE.exec(result.replaceAll('"', " "))?.[0] ?? "no link") };
  });
}

describe("the link to what a write of the run created is sent", () => {
  test.each([
    (url: string) => `Done: ${url}`,
    (url: string) => `I created the issue: ${url}.`,
    (url: string) => `I created [the issue](${url}).`,
  ])("after research: %s", async (tell) => {
    behave([createIssue()], tell);
    const run = await agent.run("Who was Ada Lovelace? File an issue about her in OPS.");
    expect(run.of("tool_result").at(-1)).toMatchObject({ name: "tracker_create_issue", is_error: false });
    expect(run.text).toMatch(ISSUE);
    expect(run.of("unverified")).toEqual([]);
  });

  test("after outside text was read", async () => {
    behave([readFeed(), createIssue("News.")], (url) => `Here you are: ${url}`);
    const run = await agent.run(`Read ${agent.sandbox.feeds.url}/rss.xml and file an issue in OPS about it.`);
    expect(run.text).toMatch(ISSUE);
  });
});

test("a link that only the model wrote is not", async () => {
  const evil = "https://tracker.example/sandbox/issue/OPS-1/leak";
  behave([readFeed(), createIssue(`See ${evil}`)], () => `Here you are: ${evil}`);
  const run = await agent.run(`Read ${agent.sandbox.feeds.url}/rss.xml and file an issue in OPS about it.`);
  expect(run.of("tool_result").at(-1)).toMatchObject({ name: "tracker_create_issue", is_error: false });
  expect(run.text).not.toContain("leak");
});
