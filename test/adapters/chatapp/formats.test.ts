import {
  chatappFailure,
  chatappRateLimited,
  chatappUnavailable,
} from "@plumbline/sandbox/chatapp/failures.ts";
import { resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { afterEach, expect, test } from "vitest";
import { refused, startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForFile } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";

const under = startedForFile(startChatappUnderTest);

afterEach(() => {
  under.chatapp.clear();
  under.chatapp.workspace.messages.length = 0;
});

const sent = () => Object.fromEntries(under.chatapp.requests.at(-1)?.form() ?? []);
const channel = "C0GENERAL";

test("Markdown is sent as rich text, with the same as text for notifications", async () => {
  expect(await under.post({ text: "## Result\n**Done**: [the PR](https://e.example/1)" })).toMatchObject({
    ok: true,
  });
  const { blocks, ...fields } = sent();
  expect(fields).toEqual({
    channel,
    text: "Result\n\nDone: <https://e.example/1|the PR>",
  });
  expect(JSON.parse(blocks ?? "")).toEqual([
    {
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [
            { type: "text", text: "Result", style: { bold: true } },
            { type: "text", text: "\n\n" },
            { type: "text", text: "Done", style: { bold: true } },
            { type: "text", text: ": " },
            { type: "link", url: "https://e.example/1", text: "the PR" },
          ],
        },
      ],
    },
  ]);
});

test.each<[what: string, text: string, sent: Record<string, string>]>([
  ["bold", "The build is *green*.", { text: "The build is *green*." }],
  ["a link", "see <https://e.example/?a=1&b=2|it>", { text: "see <https://e.example/?a=1&amp;b=2|it>" }],
  [
    "a link with the words of another address",
    "*a* <https://evil.example/|https://bank.example>",
    { text: "*a* <https://evil.example/|https://bank.example>" },
  ],
  ["a mention", "<@U0ADA>: *done*", { text: "&lt;@U0ADA&gt;: *done*" }],
  ["its own escapes", "*a* &lt;b&gt; & &amp;c", { text: "*a* &lt;b&gt; &amp; &amp;c" }],
  ["code", "*a* `x < y`", { text: "*a* `x &lt; y`" }],
])(
  "a text whose only markup is Slack's own is mrkdwn, and the result tells it: %s",
  async (_what, text, fields) => {
    expect(succeeded(await under.post({ text }))).toMatchObject({ corrected: ["format"] });
    expect(sent()).toEqual({ channel, ...fields });
    expect(succeeded(await under.dm({ to: "U0ADA", text }))).toMatchObject({ corrected: ["format"] });
  },
);

test("a format that is asked for is kept", async () => {
  const text = "*a* **b** <@U0ADA> <https://e.example/1|c>";
  expect(succeeded(await under.post({ text, format: "mrkdwn" })).corrected).toBeUndefined();
  expect(sent()).toEqual({ channel, text: "*a* **b** &lt;@U0ADA&gt; <https://e.example/1|c>" });
  expect(succeeded(await under.post({ text, format: "plain" })).corrected).toBeUndefined();
  expect(sent()).toEqual({
    channel,
    text: "*a* **b** &lt;@U0ADA&gt; &lt;https://e.example/1|c&gt;",
    mrkdwn: "false",
  });
  expect(succeeded(await under.post({ text: "*a*", format: "markdown" })).corrected).toBeUndefined();
  expect(sent().blocks).toContain('"style":{"italic":true}');
});

test.each(["markdown", "mrkdwn", "plain"])("mentions work in %s when they are allowed", async (format) => {
  await under.post({ text: "Hi <@U0ADA> & all", format, allow_mentions: true });
  expect(sent().text).toContain("Hi <@U0ADA>");
});

test("a preview shows what is sent", async () => {
  const { dispatcher } = under.service;
  const previewed = await dispatcher.preview(under.caller, "chatapp_post_channel", { channel, text: "*a*" });
  expect(previewed).toMatchObject({
    corrected: ["format"],
    result: { requests: [{ body: { channel, text: "*a*" } }] },
  });
});

const PARAGRAPHS = Array.from(
  { length: 400 },
  (_, at) => `Paragraph ${at} has **bold** words & more of them.`,
);
/** The text of every message, in order. */
const shown = () => under.chatapp.workspace.messages.map(({ text }) => text);
const withoutSpace = (text: string) => text.replace(/\s+/g, "");

test("a text that is too long for one message goes as a thread, and nothing is lost", async () => {
  const { result } = succeeded(await under.post({ text: PARAGRAPHS.join("\n\n") })) as {
    result: { id: string; messages: { id: string }[] };
  };
  const { messages } = under.chatapp.workspace;
  expect(messages.length).toBeGreaterThan(2);
  expect(result.messages.map(({ id }) => id)).toEqual(messages.map(({ ts }) => ts));
  expect(result.id).toBe(messages[0]?.ts);
  expect(messages.map(({ threadTs }) => threadTs)).toEqual([
    undefined,
    ...Array(messages.length - 1).fill(result.id),
  ]);
  expect(withoutSpace(shown().join(""))).toBe(
    withoutSpace(PARAGRAPHS.join("").replaceAll("**", "").replaceAll("&", "&amp;")),
  );
  for (const text of shown()) expect(text).toMatch(/^Paragraph \d+ has.* of them\.$/s);
});

test("all of it goes into the thread that was named", async () => {
  await under.post({ text: PARAGRAPHS.join("\n\n"), thread_ts: "1770000000.000900" });
  const threads = new Set(under.chatapp.workspace.messages.map(({ threadTs }) => threadTs));
  expect(threads).toEqual(new Set(["1770000000.000900"]));
});

test("a direct message is opened once and goes as a thread", async () => {
  await under.dm({ text: PARAGRAPHS.join("\n\n") });
  const posts = under.chatapp.workspace.messages.length;
  expect(posts).toBeGreaterThan(2);
  expect(under.methods()).toEqual([
    "users.lookupByEmail",
    "conversations.open",
    ...Array(posts).fill("chat.postMessage"),
  ]);
});

test.each(["plain", "mrkdwn"])(
  "40,000 characters of %s are one message, more are several",
  async (format) => {
    await under.post({ text: "word ".repeat(7_990), format });
    expect(shown()).toHaveLength(1);
    await under.post({ text: "word & ".repeat(8_000), format });
    expect(shown()).toHaveLength(4);
    expect(withoutSpace(shown().slice(1).join(""))).toBe("word&amp;".repeat(8_000));
  },
);

test("code that goes on in the next message is fenced in both", async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at} of the log; ok`);
  const text = `*Log*\n\`\`\`\n${lines.join("\n")}\n\`\`\``;
  await under.post({ text });
  expect(shown().length).toBeGreaterThan(1);
  for (const one of shown()) expect(one.match(/```/g)?.length).toBe(2);
  expect(withoutSpace(shown().join("")).replaceAll("```", "")).toBe(withoutSpace(`*Log*${lines.join("")}`));
});

test.each([
  ["one long word", "x".repeat(99_000)],
  ["characters of two units", "😀".repeat(49_000)],
  ["entities", "&".repeat(99_000)],
  ["one long line of code", `    ${"y".repeat(99_000)}`],
  ["one long item of a list", `- ${"word **b** ".repeat(1_500)}`],
])("%s are cut only where nothing breaks", async (_what, text) => {
  expect(await under.post({ text })).toMatchObject({ ok: true });
  const all = shown();
  expect(all.length).toBeGreaterThan(1);
  for (const one of all) {
    expect(one.length).toBeLessThanOrEqual(40_000);
    expect(one).not.toMatch(/\p{Cs}/u);
    expect(one).not.toMatch(/^\w{1,3};|&\w{0,3}$/);
  }
  const letters = (one: string) =>
    withoutSpace(one)
      .replaceAll("&amp;", "&")
      .replace(/[`•*-]/g, "");
  expect(letters(all.join(""))).toBe(letters(text));
});

test("a text that would make too many messages is refused before the first", async () => {
  const text = "**b** [w](https://e.example/) `c` ".repeat(2_900);
  expect(refused(await under.post({ text }))).toMatchObject({
    error_code: "validation",
    refusal_reason: expect.stringMatching(/^text: needs \d\d messages; one call may send 20\.$/),
    attempts: 0,
  });
  expect(refused(await under.post({ text: "- a\n".repeat(3_000) }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "text: must have at most 3000 lines in Markdown.",
  });
  expect(under.chatapp.requests).toEqual([]);
});

const POST = "POST /api/chat.postMessage";
const ONE = { text: PARAGRAPHS.slice(0, 200).join("\n\n") };
const truthfully: ScriptedReply = (request, handle) => handle(request);
const IN_DOUBT =
  "The step that failed may have taken effect: check at the provider whether it did, before anything else. ";
const posted = () => under.chatapp.workspace.messages.map(({ ts }) => ts);

test.each([
  ["a rate limit", () => chatappRateLimited(1)],
  ["a failure of the provider", () => chatappUnavailable()],
])("%s midway posts nothing twice", async (_what, failure) => {
  await under.post(ONE);
  const wanted = shown();
  under.chatapp.workspace.messages.length = 0;
  under.chatapp.script(POST, truthfully, failure());
  expect(await under.post(ONE)).toMatchObject({ ok: true, attempts: 2 });
  expect(shown()).toEqual(wanted);
});

test.each([
  ["a refusal", () => chatappFailure("is_archived"), "validation", 1, ""],
  ["an answer that is lost", resetAfterReading, "transient", 1, IN_DOUBT],
  ["a lasting failure of the provider", () => chatappUnavailable(), "transient", 3, IN_DOUBT],
  ["a lasting rate limit", () => chatappRateLimited(1), "rate_limit", 3, ""],
])("%s midway lists what is posted", async (_what, failure, error_code, attempts, doubt) => {
  const failures = Array.from({ length: attempts }, () => failure());
  under.chatapp.script(POST, truthfully, ...failures);
  const result = refused(await under.post(ONE));
  expect(posted()).toHaveLength(1);
  expect(result).toMatchObject({
    error_code,
    attempts,
    outcome_unknown: true,
    refusal_reason: expect.stringMatching(
      new RegExp(` Of \\d parts, the messages ${posted()[0]} were posted in C0GENERAL\\.$`),
    ),
    next_step: `${doubt}Post only the missing parts, in the thread ${posted()[0]}; posting everything again would create duplicates.`,
  });
});

test("a failure of the first message is no partial one", async () => {
  under.chatapp.script(POST, chatappFailure("is_archived"));
  const result = refused(await under.post(ONE));
  expect(result.outcome_unknown).toBeUndefined();
  expect(result.refusal_reason).toBe("The channel is archived. (is_archived)");
});
