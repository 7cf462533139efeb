import { EventEmitter, once } from "node:events";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AgentWithAimock, PROVIDERS, startAgentWithAimock } from "./agent-with-aimock.ts";
import { dripped, silentAt } from "./broken-answer.ts";
import { chunksOf, shapeOf, textOf } from "./chunks.ts";
import { quotesIn } from "./quoting-model.ts";

const PROMPT = "Write a limerick about a teapot.";
const GROUNDED = "Who was Ada Lovelace?";
const COUNTED = { content: "One two three four." };
const IN_PIECES = { chunkSize: 4 };
const DEADLINE_MS = 100_000;

/**
 * aimock's own latencies run on the machine's time, so it is the relay that is silent here, and the service's
 * clock that moves.
 */
describe.each(PROVIDERS)("%s", (provider) => {
  let agent: AgentWithAimock;

  beforeAll(async () => {
    agent = await startAgentWithAimock(provider, { deadlineMs: DEADLINE_MS });
  });

  afterEach(() => agent.reset());

  afterAll(() => agent.close());

  test("before the first word a comment goes out every 15 s, and then the answer", async () => {
    const model = new EventEmitter();
    const speaking = once(model, "speak");
    agent.aimock.onMessage(PROMPT, COUNTED);
    agent.relay.script("", async (request, handle) => {
      await speaking;
      return handle(request);
    });
    const reader = await agent.open(PROMPT);
    await reader.until("start");
    await agent.relay.waitForRequests(1);
    for (const _silence of [1, 2]) {
      agent.clock.advance(15_000);
      expect((await reader.next())?.event).toBe("comment");
    }
    model.emit("speak");
    const events = await reader.rest();
    expect(textOf(events)).toBe(COUNTED.content);
    expect(events.at(-1)?.data).toMatchObject({ stop_reason: "end", elapsed_ms: 30_000 });
  });

  test("a word is read before the next one is written, and silence after it ends at the deadline", async () => {
    agent.aimock.onMessage(PROMPT, COUNTED, IN_PIECES);
    agent.relay.script("", silentAt("thre"));
    const reader = await agent.open(PROMPT);
    for (let said = ""; said !== "One two "; ) said += (await reader.until("text_delta")).data.text;
    agent.clock.advance(15_000);
    expect((await reader.next())?.event).toBe("comment");
    agent.clock.advance(DEADLINE_MS - 15_000);
    const events = await reader.rest();
    expect(shapeOf(events).filter((type) => type !== "comment")).toEqual(["done"]);
    expect(events.at(-1)?.data.stop_reason).toBe("deadline");
  });

  test("a sentence of a grounded answer is read before the next one is finished", async () => {
    let quote = "";
    agent.aimock.onMessage(
      GROUNDED,
      (request) => {
        quote = quotesIn(request)[0]?.text ?? "";
        const texts = [`${quote} The sources`, " do not say more."];
        return { blocks: texts.map((text) => ({ type: "text" as const, text })) };
      },
      { chunkSize: 10_000 },
    );
    agent.relay.script("", silentAt(" do not say more."));
    const reader = await agent.open(GROUNDED);
    expect((await reader.until("text_delta")).data.text).toBe(quote);
    agent.clock.advance(DEADLINE_MS);
    expect((await reader.until("done")).data.stop_reason).toBe("deadline");
  });

  test("an answer that does not begin ends at the deadline, with what was found", async () => {
    agent.relay.scriptAlways("", hangBeforeHeaders());
    const reader = await agent.open(GROUNDED);
    await agent.relay.waitForRequests(1);
    agent.clock.advance(DEADLINE_MS);
    const events = await reader.rest();
    expect(chunksOf(events, "error")).toEqual([]);
    expect(textOf(events)).toContain("Lovelace");
    expect(events.at(-1)?.data).toMatchObject({ stop_reason: "deadline", elapsed_ms: DEADLINE_MS });
    expect(agent.relay.requests).toHaveLength(1);
  });

  test.each([
    ["is a problem where only the model could answer", PROMPT, 503, { error_code: "model_unavailable" }],
    [
      "leaves the outcome without one where there is one",
      GROUNDED,
      200,
      { outcome: { ok: true }, completion: null, completion_error: { error_code: "model_unavailable" } },
    ],
  ])("a completion that does not come in time %s", async (_what, prompt, status, answer) => {
    agent.relay.scriptAlways("", hangBeforeHeaders());
    const completing = agent.complete(prompt);
    await agent.relay.waitForRequests(1);
    agent.clock.advance(DEADLINE_MS);
    const { status: answered, json } = await completing;
    expect(answered).toBe(status);
    expect(json).toMatchObject(answer);
  });

  test("an answer that drips, with events and characters cut anywhere, comes out whole", async () => {
    const content = "Ein Teekännchen aus Zinn – 茶壺 🫖 – sang täglich von früh bis spät.";
    agent.aimock.onMessage(PROMPT, { content }, { chunkSize: 7 });
    agent.relay.script("", dripped(41));
    expect(textOf(await agent.run(PROMPT))).toBe(content);
  });
});
