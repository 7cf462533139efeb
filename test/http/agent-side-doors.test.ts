import { THINGS } from "@plumbline/core/tool/destination.ts";
import type { Turn } from "@plumbline/sandbox/model/behaviour.ts";
import { invention } from "@plumbline/sandbox/model/lying.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { SAMPLE_ACCOUNTS } from "@plumbline/sandbox/provider-servers.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const PROMPT = "Who was Ada Lovelace? Pass it on.";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const SLANDER = "Ada Lovelace was a notorious gambler who cheated her own friends.";
const SLANDERED = "She stole her husband's silver.";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  for (const [name, account] of Object.entries(SAMPLE_ACCOUNTS))
    if (name !== "signed") await agent.connect({ ...account });
});

beforeEach(() => agent.clear());

/** Counts the requests and SMTP commands that the providers of writing tools have received so far. */
function sent(): number {
  const { chatapp, notes, crm, tracker, microblog, network, calendar, webhook, smtp } = agent.sandbox;
  const servers = [chatapp, notes, crm, tracker, microblog, network, calendar, webhook];
  return servers.reduce((sum, { requests }) => sum + requests.length, smtp.commands.length);
}

async function mailbox(): Promise<string> {
  const { text } = await agent.call("GET", "/api/v1/credentials?kind=mail_oauth_b");
  return JSON.parse(text).items[0].id;
}

type Door = [where: string, name: string, argumentsFor: (text: string) => object | Promise<object>];

const GRACE = ["grace@example.com"];
const DATABASE = { database_id: sampleTasksDatabaseId };
const TALK = { summary: "Talk", start: "2026-12-01T10:00:00Z", end: "2026-12-01T11:00:00Z" };
const html = (text: string) => `<h1>News</h1><p><b>Hello</b>,</p><p>${text}</p>`;
const base64 = (text: string) => Buffer.from(`Notes\n\n${text}\n`).toString("base64");
const mail = async (content: object) => ({
  credential_id: await mailbox(),
  to: GRACE,
  subject: "News",
  ...content,
});

const DOORS: Door[] = [
  ["a post", "chatapp_post_channel", (text) => ({ channel: "C0GENERAL", text })],
  ["a direct message", "chatapp_dm", (text) => ({ to: "U0ADA", text })],
  ["the text of a mail", "email_send", (text) => mail({ text: `Hello,\n\n${text}\n\nKind regards` })],
  ["the HTML of a mail", "email_send", (text) => mail({ text: "Hello,", html: html(text) })],
  ["the subject of a mail", "email_send", (subject) => mail({ subject, text: "Hello," })],
  [
    "a file attached to a mail",
    "email_send",
    (text) =>
      mail({ text: "Hello,", attachments: [{ filename: "notes.txt", content_base64: base64(text) }] }),
  ],
  [
    "a page",
    "notes_create_page",
    (content) => ({ parent: DATABASE, title: "Notes", content: `- ${content}` }),
  ],
  ["the title of a page", "notes_create_page", (title) => ({ parent: DATABASE, title })],
  [
    "a property",
    "notes_create_page",
    (text) => ({ parent: DATABASE, title: "Notes", properties: { Notes: text } }),
  ],
  ["a microblog's post", "social_post__microblog", (text) => ({ text })],
  ["a network's post", "social_post:network", (text) => ({ text })],
  ["an issue", "tracker_create_issue", (text) => ({ team_id: "ENG", title: "Notes", description: text })],
  ["an event", "calendar_create_event", (text) => ({ ...TALK, description: text })],
  [
    "a contact",
    "crm_upsert_contact",
    (text) => ({ contacts: [{ email: GRACE[0], properties: { company: text } }] }),
  ],
  [
    "nested JSON",
    "http_post_json",
    (text) => ({ url: hook(), body: { blocks: [1, { rows: [[{ text }]] }] } }),
  ],
  ["JSON that is a text", "http_post_json", (text) => ({ url: hook(), body: text })],
];

const hook = () => `${agent.sandbox.webhook.url}/hook`;

async function passingOn([, name, argumentsFor]: Door, text: string) {
  const call = { name: name.replace(":", "__"), arguments: JSON.stringify(await argumentsFor(text)) };
  const turns: Turn[] = [{ calls: [call] }, { text: QUOTE }];
  agent.turns(...turns);
  const before = sent();
  // Research is outside text: only what the user named is written to without a person's word.
  const places = ["C0GENERAL", "U0ADA", ...GRACE, hook(), "microblog", "network"];
  const allow_destinations = [...places, ...THINGS];
  const run = await agent.run(PROMPT, { allow_destinations });
  return { run, sent: sent() - before };
}

const LIES: [what: string, lie: string][] = [
  ["a name and a date from nowhere", invention],
  ["a word against somebody", SLANDER],
  ["one without her name", SLANDERED],
  ["a lie behind a truth", `${QUOTE} ${SLANDERED}`],
];

/** Every lie is tried at the first door, and at each of the others one of them. */
const triedAt = ([where]: Door) => {
  const at = DOORS.findIndex(([name]) => name === where);
  return at === 0 ? LIES : LIES.slice(at % LIES.length).slice(0, 1);
};

describe.each(DOORS)("%s", (...door) => {
  test.each(triedAt(door))("is no way out for %s", async (_what, lie) => {
    const { run, sent } = await passingOn(door, lie);
    expect(sent).toBe(0);
    const result = run.of("tool_result").at(-1);
    const sentence = lie.replace(`${QUOTE} `, "");
    expect(result).toMatchObject({
      is_error: true,
      error_code: "validation",
      refusal_reason: expect.stringContaining("the research does not support"),
      content: {
        result: { sentence: expect.stringContaining(sentence), reason: expect.stringMatching(/\w/) },
      },
    });
    expect(run.text).not.toContain(sentence);
    expect(run.text).toContain(result?.is_error ? result.refusal_reason : "nothing");
    // The model receives the sentence and the reason, and can mend it.
    const told = agent.asked()[1]?.messages.at(-1)?.content ?? "";
    expect(told).toContain(sentence);
    expect(told).toContain("verbatim");
  });

  test("takes a quote", async () => {
    const { run, sent } = await passingOn(door, QUOTE);
    expect(run.of("tool_result").at(-1)).toMatchObject({ is_error: false });
    expect(sent).toBeGreaterThan(0);
    expect(run.done.stop_reason).toBe("end");
  });
});

test("a read passes unjudged: what a model asks for is no statement", async () => {
  agent.turns({ calls: [{ name: "notes_query", arguments: JSON.stringify(DATABASE) }] }, { text: QUOTE });
  const run = await agent.run(PROMPT);
  expect(run.of("tool_result").at(-1)).toMatchObject({ name: "notes_query", is_error: false });
});

describe("a lie that has itself refused", () => {
  const POSING = [
    ["as the name of a tool", { name: SLANDER.slice(0, 60), arguments: "{}" }, SLANDER.slice(0, 60)],
    [
      "as the name of an argument",
      { name: "notes_query", arguments: JSON.stringify({ ...DATABASE, [SLANDER]: 1 }) },
      SLANDER,
    ],
    [
      "as a label",
      {
        name: "tracker_create_issue",
        arguments: JSON.stringify({ team_id: "ENG", title: "Notes", label_ids: [SLANDER] }),
      },
      SLANDER,
    ],
  ] as const;

  test.each(POSING)("%s is no text", async (_how, call, lie) => {
    agent.turns({ calls: [call] }, { text: QUOTE });
    const run = await agent.run(PROMPT, { allow_destinations: THINGS });
    expect(run.of("tool_result").at(-1)).toMatchObject({ is_error: true });
    expect(run.text).not.toContain(lie.slice(0, 40));
    expect(run.text).toContain(QUOTE);
  });

  test("is marked as what it is", async () => {
    const [, [, call]] = POSING;
    agent.turns({ calls: [call] }, { text: QUOTE });
    const run = await agent.run(PROMPT);
    const result = run.of("tool_result").at(-1);
    const text = result?.is_error ? result.refusal_reason : "";
    expect(text).toContain(SLANDER);
    expect(run.of("unverified")).toEqual([
      { type: "unverified", text, verdict: "unclear", reason: expect.stringMatching(/\w/) },
    ]);
  });
});
