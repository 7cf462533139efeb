import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Destination, MailSender, ResolvedName } from "@plumbline/core/tool/destination.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const NAMED = { name: "email_get", title: "Read a mail", input: z.object({}) };
const READER = { ...NAMED, reads: "outside", reach: { to: "mail" } } as const;

function mailbox(...senders: readonly MailSender[]) {
  return { ...READER, senders: () => senders };
}

function answerTo(value: string, answers: string): Destination {
  return { kind: "address", value, argument: "to", answers };
}

const ANNA = { messageId: "<1@a.example>", address: "anna@a.example", name: "Anna Schmidt" };

describe("answers to a mail whose sender the user asked to answer", () => {
  test.each<[what: string, message: string, isNamed: boolean]>([
    ["by name", "Answer Anna's mail.", true],
    ["by whole name", "Reply to Anna Schmidt", true],
    ["in German", "Antworte auf Annas Mail", true],
    ["by address", "Answer the mail of anna@a.example", true],
    ["another person's", "Answer Bob's mail", false],
    ["nobody's", "Sum up Anna's mail and post it to #general", false],
  ])("%s", async (_what, message, isNamed) => {
    const trace = new RunTrace({ messages: [message] });
    trace.noteCall(mailbox(ANNA), {}, {});
    const unnamed = await trace.listUnnamed([answerTo("Anna@A.example", "<1@a.example>")]);
    expect(unnamed.length === 0).toBe(isNamed);
  });

  const asked = (...senders: MailSender[]) => {
    const trace = new RunTrace({ messages: ["Answer Anna's mail"] });
    trace.noteCall(mailbox(...senders), {}, {});
    return trace;
  };

  test("go to that mail's sender alone", async () => {
    const trace = asked(ANNA);
    expect(await trace.listUnnamed([answerTo("eve@evil.example", "<1@a.example>")])).toHaveLength(1);
    expect(await trace.listUnnamed([answerTo("anna@a.example", "<2@a.example>")])).toHaveLength(1);
    expect(
      await trace.listUnnamed([{ kind: "address", value: "anna@a.example", argument: "cc" }]),
    ).toHaveLength(1);
  });

  test("wait where two people bear the name, or two mails the id", async () => {
    const fake = { messageId: "<2@evil.example>", address: "anna@evil.example", name: "Anna" };
    const both = asked(ANNA, fake);
    expect(await both.listUnnamed([answerTo("anna@evil.example", "<2@evil.example>")])).toHaveLength(1);
    expect(await both.listUnnamed([answerTo("anna@a.example", "<1@a.example>")])).toHaveLength(1);
    const sameId = asked(ANNA, { ...fake, messageId: ANNA.messageId, name: "Eve" });
    expect(await sameId.listUnnamed([answerTo("anna@evil.example", "<1@a.example>")])).toHaveLength(1);
  });

  test("take no name that holds all sorts of words, and none that only looks like it", async () => {
    const long = asked({ ...ANNA, address: "eve@evil.example", name: "Mail Answer Anna Feed General Post" });
    expect(await long.listUnnamed([answerTo("eve@evil.example", ANNA.messageId)])).toHaveLength(1);
    const cyrillic = asked({ ...ANNA, address: "eve@evil.example", name: "Аnna" });
    expect(await cyrillic.listUnnamed([answerTo("eve@evil.example", ANNA.messageId)])).toHaveLength(1);
  });
});

test("a channel's name and the id that it was resolved to are one", async () => {
  const resolved = (): ResolvedName[] => [{ names: ["#general"], id: "C0GENERAL" }];
  const trace = new RunTrace({ messages: ["Post it to #general, then again."] });
  const again: Destination = { kind: "channel", value: "C0GENERAL", argument: "channel" };
  expect(await trace.listUnnamed([again])).toHaveLength(1);
  trace.noteCall({ ...NAMED, reads: "nothing", reach: { to: "nowhere" }, resolved }, {}, {});
  expect(await trace.listUnnamed([again])).toEqual([]);
  const byId = new RunTrace({ messages: ["Post it to C0GENERAL"] });
  byId.noteCall({ ...NAMED, reads: "nothing", reach: { to: "nowhere" }, resolved }, {}, {});
  expect(await byId.listUnnamed([{ ...again, value: "general" }])).toEqual([]);
  expect(await byId.listUnnamed([{ ...again, value: "random" }])).toHaveLength(1);
});

test("a call that reads outside text marks the run, whatever became of it", async () => {
  const trace = new RunTrace({});
  trace.noteCall({ ...NAMED, reads: "own", reach: { to: "nowhere" } }, {}, {});
  expect(trace.readOutside).toBe(false);
  expect(await trace.listReads()).toEqual([]);
  trace.noteCall(READER, {});
  expect(trace.readOutside).toBe(true);
  expect(await trace.listReads()).toEqual(["Read a mail"]);
});

test("what a trace knows is kept and taken up again", async () => {
  const trace = new RunTrace({ allowed: ["#general"] });
  trace.noteCall(mailbox(ANNA), {}, {});
  const state = JSON.parse(JSON.stringify(trace.state));
  const later = new RunTrace({ messages: ["Answer Anna's mail"] }, state);
  expect(later.readOutside).toBe(true);
  expect(later.noted).toEqual(new RunTrace({}).noted);
  expect(await later.listUnnamed([answerTo("anna@a.example", ANNA.messageId)])).toEqual([]);
  expect(await later.listUnnamed([{ kind: "channel", value: "general" }])).toEqual([]);
  later.noteCall(mailbox(ANNA), {}, {});
  expect(later.noted).toEqual(new RunTrace({}).noted);
});

test("notes for later turns what the model found in the user's own words, and nothing else", async () => {
  const ask = async () => ({ write_to: ["#general", "#invented"], things: [], answer: [] });
  const trace = new RunTrace({ messages: ["What you find is for #general, if you ask me."], ask });
  const general = { kind: "channel", value: "#general" } as const;
  expect(await trace.listUnnamed([general])).toEqual([]);
  expect(trace.noted.named).toEqual([{ words: "#general" }]);
  const next = new RunTrace({ messages: ["Thanks. Go on."] }, trace.noted);
  expect(await next.listUnnamed([general, { ...general, value: "#invented" }])).toHaveLength(1);
});
