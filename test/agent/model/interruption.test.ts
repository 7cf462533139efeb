import { Deadline } from "@plumbline/core/clock/clock.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startHeldAnswers } from "./held-answer.ts";
import { failureOf, type ModelsUnderTest, modelsUnderTest, PROVIDERS } from "./model-under-test.ts";
import { WIRES } from "./provider-wire.ts";

const INTERRUPTED = { code: "model_cut_off", message: "The model was interrupted by its caller." };

describe.each(PROVIDERS)("%s", (provider) => {
  const wire = WIRES[provider];
  const server = startedForEach(() => startHeldAnswers(wire.contentType));
  const under = startedForEach(modelsUnderTest);

  const begin = (more: Parameters<ModelsUnderTest["asking"]>[1] = {}) =>
    under.at(provider, server.url).stream(under.asking("Hello", more));

  /** The turn after its first word, and the provider's side of it. */
  async function speaking(more: Parameters<ModelsUnderTest["asking"]>[1] = {}) {
    const turn = begin(more)[Symbol.asyncIterator]();
    const first = turn.next();
    const answer = await server.next();
    answer.write(wire.start(), wire.text("Hello"));
    expect((await first).value).toEqual({ type: "text", text: "Hello" });
    return { turn, answer };
  }

  test("a word is given out as soon as it was said", async () => {
    const { turn, answer } = await speaking();
    answer.write(wire.text(" there"));
    expect((await turn.next()).value).toEqual({ type: "text", text: " there" });
    answer.write(wire.finish("stop"));
    answer.end();
    expect((await turn.next()).value).toMatchObject({
      type: "finish",
      usage: { inputTokens: 11, outputTokens: 7 },
    });
    expect((await turn.next()).done).toBe(true);
  });

  test("cancelled in the middle, the request ends at the provider too", async () => {
    const cancel = new AbortController();
    const { turn, answer } = await speaking({ signal: cancel.signal });
    const next = turn.next();
    cancel.abort();
    await expect(next).rejects.toMatchObject(INTERRUPTED);
    await answer.closed;
  });

  test("cancelled before the first word, the request ends at the provider too", async () => {
    const cancel = new AbortController();
    const failing = failureOf(begin({ signal: cancel.signal }));
    const answer = await server.next();
    cancel.abort();
    expect((await failing).error).toMatchObject(INTERRUPTED);
    await answer.closed;
    expect(server.count()).toBe(1);
  });

  test("cancelled before it began, nothing is sent", async () => {
    const { error } = await failureOf(begin({ signal: AbortSignal.abort() }));
    expect(error).toMatchObject(INTERRUPTED);
    expect(server.count()).toBe(0);
  });

  test("left by its reader, the request ends at the provider too", async () => {
    const { turn, answer } = await speaking();
    await turn.return?.();
    await answer.closed;
  });

  test("broken off by the provider after its first word, it is not asked for again", async () => {
    const { turn, answer } = await speaking();
    const next = turn.next();
    answer.breakOff();
    await expect(next).rejects.toMatchObject({
      code: "model_cut_off",
      message: "The model's response was cut off.",
      detail: { status: 200 },
    });
    expect(server.count()).toBe(1);
    expect(under.clock.waits).toEqual([]);
  });

  test("silence after the first word ends the turn", async () => {
    const { turn, answer } = await speaking({ deadline: Deadline.in(600_000, under.clock) });
    const next = turn.next();
    under.clock.advance(120_000);
    await expect(next).rejects.toMatchObject({
      code: "model_cut_off",
      message: "The model's response was cut off.",
      detail: { providerCode: "timeout" },
    });
    await answer.closed;
  });

  test("the deadline ends a turn that has not begun", async () => {
    const failing = failureOf(begin());
    const answer = await server.next();
    under.clock.advance(60_000);
    expect((await failing).error).toMatchObject({
      code: "model_unavailable",
      message: "The model did not start responding in time.",
    });
    await answer.closed;
    expect(server.count()).toBe(1);
  });

  test("a deadline that has passed lets nothing be sent", async () => {
    const { error } = await failureOf(begin({ deadline: Deadline.in(0, under.clock) }));
    expect(error.code).toBe("model_unavailable");
    expect(server.count()).toBe(0);
  });
});
