import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { readRun } from "./agent-under-test.ts";
import { startSpokenAgent } from "./spoken-model.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const GROUNDED = "Who was Ada Lovelace?";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const OTHER =
  "Ada Lovelace met Charles Babbage in 1833 and took a lasting interest in his calculating engines.";
const SILENCE_MS = 15_000;

const agent = startedForFile(startSpokenAgent);

beforeEach(() => agent.clear());

const hook = () => ({ url: `${agent.sandbox.webhook.url}/`, body: 1 });
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
};

describe("the model's text", () => {
  test("arrives as it is written", async () => {
    const { reader } = await agent.open(UNGROUNDED);
    const turn = agent.spoken.asked();
    const first = reader.until("text_delta");
    (await turn).say("There was");
    expect((await first).data).toEqual({ type: "text_delta", text: "There was" });
    const second = reader.until("text_delta");
    (await turn).say(" an old teapot");
    expect((await second).data.text).toBe(" an old teapot");
    const rest = reader.rest();
    (await turn).end();
    expect((await rest).map(({ event }) => event)).toEqual(["done"]);
  });

  test("arrives sentence by sentence in a grounded run, each before the next is whole", async () => {
    const { reader } = await agent.open(GROUNDED);
    const first = reader.until("text_delta");
    const turn = await agent.spoken.asked();
    turn.say(`${QUOTE} Ada`);
    turn.say(" Lovelace met");
    expect((await first).data).toMatchObject({ text: QUOTE, citations: expect.any(Array) });
    const second = reader.until("text_delta");
    turn.say(OTHER.replace("Ada Lovelace met", ""));
    turn.end();
    expect((await second).data.text).toBe(` ${OTHER}`);
    await reader.rest();
  });
});

describe("a client that does not read", () => {
  test.each([
    ["an ungrounded", UNGROUNDED],
    ["a grounded", GROUNDED],
  ])("stops the reading from the model in %s run", async (_what, prompt) => {
    const { reader } = await agent.open(prompt);
    const first = reader.until("text_delta");
    const turn = await agent.spoken.asked();
    turn.say(`${QUOTE} `);
    turn.say(`${QUOTE} `);
    await first;
    // 4 KiB each: what the buffers on the way hold is far less than a model could say.
    const said = await turn.sayUntilFull(`${"teapot ".repeat(585)}.\n`);
    expect(said * 4).toBeLessThan(16 * 1024);
    await reader.cancel();
    await settled();
    agent.clock.advance(120_000);
    await turn.closed;
  });
});

describe("silence", () => {
  test("of the model is broken by a comment every 15 s", async () => {
    const { reader } = await agent.open(UNGROUNDED);
    await reader.until("start");
    for (let beat = 0; beat < 3; beat++) {
      const next = reader.next();
      await settled();
      agent.clock.advance(SILENCE_MS);
      expect((await next)?.event).toBe("comment");
    }
    const rest = reader.rest();
    const turn = await agent.spoken.asked();
    turn.say("There was.");
    turn.end();
    expect(readRun(await rest).shape).toEqual(["text_delta", "done"]);
  });

  test("of a tool is, too", async () => {
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const { reader } = await agent.open(UNGROUNDED);
    const announced = reader.until("tool_use");
    const turn = await agent.spoken.asked();
    turn.call("http_post_json", { ...hook(), timeout_seconds: 40 });
    turn.end();
    await announced;
    for (let beat = 0; beat < 2; beat++) {
      const next = reader.next();
      await agent.sandbox.webhook.waitForRequests(1);
      agent.clock.advance(SILENCE_MS);
      expect((await next)?.event).toBe("comment");
    }
    const rest = reader.rest();
    agent.clock.advance(40_000);
    (await agent.spoken.asked()).end();
    await rest;
  });
});
