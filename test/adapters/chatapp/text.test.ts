import { afterEach, expect, test } from "vitest";
import { refused, startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForFile } from "../../support/started.ts";

const under = startedForFile(startChatappUnderTest);

afterEach(() => {
  under.chatapp.clear();
  under.chatapp.workspace.messages.length = 0;
});

const sentText = () => under.chatapp.requests.at(-1)?.form().get("text");

test.each([
  ["Grüße aus Köln 🎉 漢字 عربى", "Grüße aus Köln 🎉 漢字 عربى"],
  ["a=1&b=2 +3 %41;", "a=1&amp;b=2 +3 %41;"],
  [
    "<!channel> <@U0ADA> <https://evil.example|bank>",
    "&lt;!channel&gt; &lt;@U0ADA&gt; <https://evil.example|bank>",
  ],
  ["&lt;", "&lt;"],
  ["line\nbreak\ttab", "line\nbreak\ttab"],
  ["  blanks around  ", "  blanks around  "],
])("without mentions, nothing of %o is live but links", async (text, sent) => {
  expect(await under.post({ text })).toMatchObject({ ok: true });
  expect(sentText()).toBe(sent);
  expect(await under.dm({ to: "U0ADA", text })).toMatchObject({ ok: true });
  expect(sentText()).toBe(sent);
});

test("with allow_mentions the text is sent as it is", async () => {
  const text = "<!channel> & <@U0ADA>";
  await under.post({ text, allow_mentions: true });
  expect(sentText()).toBe(text);
  await under.dm({ to: "U0ADA", text, allow_mentions: true });
  expect(sentText()).toBe(text);
});

test.each([
  ["40,000 characters", "x".repeat(40_000), {}],
  ["40,000 once escaped", "&".repeat(8_000), {}],
  ["40,000 that need no escape", "&".repeat(40_000), { allow_mentions: true, format: "plain" }],
])("%s are posted whole", async (_what, text, args) => {
  expect(await under.post({ text, ...args })).toMatchObject({ ok: true });
  expect(under.chatapp.workspace.messages[0]?.text).toHaveLength(40_000);
});

test.each([
  ["40,001 characters", "x".repeat(40_001), {}],
  ["40,001 that need no escape", "&".repeat(40_001), { allow_mentions: true, format: "plain" }],
  ["40,001 once escaped", `${"&".repeat(8_000)}x`, {}],
])("%s are not cut but two messages", async (_what, text, args) => {
  for (const result of [await under.post({ text, ...args }), await under.dm({ text, ...args })])
    expect(result).toMatchObject({ ok: true, result: { messages: [{}, {}] } });
});

test("100,001 characters are refused", async () => {
  const text = "x".repeat(100_001);
  expect(refused(await under.post({ text }))).toMatchObject({ error_code: "validation" });
  expect(under.chatapp.requests).toEqual([]);
});

test("a reply goes into its thread", async () => {
  await under.post({ thread_ts: "1770000000.000100" });
  expect(under.chatapp.workspace.messages).toMatchObject([{ threadTs: "1770000000.000100" }]);
});

test.each(["#general", "general", "C0GENERAL"])("a channel is found by %s", async (channel) => {
  expect(await under.post({ channel })).toMatchObject({ ok: true, result: { channel: "C0GENERAL" } });
});

test("a thread's link names its channel", async () => {
  const thread_ts = "https://acme.slack.com/archives/C0GENERAL/p1770000000000100";
  expect(await under.post({ channel: undefined, thread_ts })).toMatchObject({ ok: true });
  expect(under.chatapp.workspace.messages).toMatchObject([
    { channel: "C0GENERAL", threadTs: "1770000000.000100" },
  ]);
  expect(refused(await under.post({ channel: "C0OTHER", thread_ts }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "thread_ts: is a message in C0GENERAL, not in C0OTHER.",
    attempts: 0,
  });
  expect(refused(await under.post({ channel: undefined }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "channel: is required, unless thread_ts is a link that contains it.",
    attempts: 0,
  });
});
