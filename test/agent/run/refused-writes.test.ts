import { describe, expect, test } from "vitest";
import { RefusedWrites } from "../../../packages/agent/run/refused-writes.ts";

const tool = (name: string, effect: "read" | "write" = "write") => ({ name, effect });

function refused(...names: string[]): RefusedWrites {
  const writes = new RefusedWrites();
  for (const name of names) writes.record(tool(name), false);
  return writes;
}

describe("behind a refused post", () => {
  test.each([
    "The message was sent.",
    "I have posted it to the channel.",
    "Your message has been delivered successfully.",
    "Done!",
    "It went through.",
    "Die Nachricht wurde verschickt.",
  ])("this says that it was made: %s", (sentence) => {
    expect(refused("chatapp_post_channel").isContradictedBy(sentence)).toBe(true);
  });

  test.each([
    "The message was not sent.",
    "It could not be posted.",
    "Nothing was published.",
    "Once you reconnect, the message can be sent.",
    "If you invite the bot, I will have it posted.",
    "Please reconnect the account.",
  ])("this does not: %s", (sentence) => {
    expect(refused("chatapp_post_channel").isContradictedBy(sentence)).toBe(false);
  });
});

test("what a source says is a contradiction only where it names the thing", () => {
  const writes = refused("chatapp_post_channel");
  const cited = { cited: true };
  expect(writes.isContradictedBy("Ada Lovelace published an article in 1843.", cited)).toBe(false);
  expect(writes.isContradictedBy("The message was sent.", cited)).toBe(true);
});

test("where another write was made, only a sentence that names the refused one contradicts", () => {
  const writes = refused("email_send");
  writes.record(tool("tracker_create_issue"), true);
  expect(writes.isContradictedBy("The issue was created.")).toBe(false);
  expect(writes.isContradictedBy("The e-mail was sent.")).toBe(true);
});

test("a write that was made in the end was made, and a read claims nothing", () => {
  const writes = refused("email_send");
  writes.record(tool("email_send"), true);
  expect(writes.isContradictedBy("The mail was sent.")).toBe(false);
  const reads = new RefusedWrites();
  reads.record(tool("email_search", "read"), false);
  expect([reads.any, reads.isContradictedBy("It was sent.")]).toEqual([false, false]);
});

describe("a report on the run's own writes", () => {
  const said = (word: string) =>
    "send it to maria in #general when she died".split(" ").includes(word.toLowerCase());

  test.each([
    "I have not sent anything: I do not know Maria's e-mail address.",
    "I couldn't post it to #general yet.",
    "Nothing was sent.",
  ])("may deny what was not made: %s", (sentence) => {
    const writes = new RefusedWrites();
    expect(writes.isReport(sentence, said)).toBe(true);
    writes.record(tool("email_send"), true);
    expect(writes.isReport(sentence, said)).toBe(false);
  });

  test.each([
    "I do not know where Boris was.",
    "I could not send it because Maria was arrested.",
    "Maria was not invited.",
    "Nothing was sent to Boris.",
    "I could not send it because Maria died.",
  ])("says nothing else: %s", (sentence) => {
    expect(new RefusedWrites().isReport(sentence, said)).toBe(false);
  });

  test("may confirm what was made", () => {
    const writes = new RefusedWrites();
    writes.record(tool("chatapp_post_channel"), true);
    expect(writes.isReport("I posted the summary to #general.", said)).toBe(true);
    expect(writes.isReport("I posted the summary about Boris to #general.", said)).toBe(false);
  });
});
