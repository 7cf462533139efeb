import { hangBeforeHeaders, hangInBody, json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, expect, test, vi } from "vitest";
import { main } from "../../packages/cli/main.ts";
import type { TerminalDialogue } from "../../packages/cli/terminal.ts";
import { startedForFile } from "../support/started.ts";
import { fakeTerminal, plumbline, type Run } from "./fake-terminal.ts";
import { aRun, text } from "./streaming-service.ts";

const RUNS = "/api/v1/agent/stream";

const service = startedForFile(() =>
  startScriptedServer({ name: "service", handle: () => aRun([text("An answer.")]) }),
);

afterEach(() => service.clear());
/** Someone who types these lines, then ends; the first answers are interrupted when these resolve. */
function typing(
  lines: readonly string[],
  interruptions: readonly (() => Promise<unknown>)[] = [],
): TerminalDialogue {
  const left = [...lines];
  const due = [...interruptions];
  return {
    ask: async () => left.shift(),
    askSecret: async () => undefined,
    async runInterruptibly(task) {
      const interruption = new AbortController();
      void due
        .shift()?.()
        .then(() => interruption.abort());
      return task(interruption.signal);
    },
  };
}

function converse(dialogue: TerminalDialogue, ...args: string[]): Promise<Run> {
  const environment = { PLUMBLINE_URL: service.url, PLUMBLINE_API_KEY: "plk_x" };
  return plumbline(["chat", ...args], { environment, dialogue });
}

/** Returns the conversation in each request, one turn a line. */
function sent(): string[] {
  const runs = service.requests.filter(({ path }) => path === RUNS);
  return runs.map((request) => {
    const { messages }: { messages: { role: string; content: string }[] } = JSON.parse(request.text);
    return messages.map(({ role, content }) => `${role}: ${content}`).join("\n");
  });
}

test.each([[[]], [["-"]]])(
  "without a prompt on a terminal it goes on until it is ended: %j",
  async (args) => {
    const { code, out, err } = await converse(typing(["Who?", "", "  ", "Why?"]), ...args);
    expect([code, out]).toEqual([0, "An answer.\nAn answer.\n"]);
    expect(err).toMatch(/^Ctrl-C .*\n\n$/);
    expect(sent()).toEqual(["user: Who?", "user: Who?\nassistant: An answer.\nuser: Why?"]);
  },
);

test("an answer that fails is reported, and the conversation goes on without it", async () => {
  service.script("", json({ detail: "Not now.", error_code: "unavailable" }, 503, { "retry-after": "3" }));
  const { code, out, err } = await converse(typing(["Who?", "Why?"]));
  expect([code, out]).toEqual([0, "An answer.\n"]);
  expect(err).toContain("plumbline: Not now. (503 unavailable)\n  Try again in 3 s.\n");
  expect(sent()).toEqual(["user: Who?", "user: Why?"]);
});

test("Ctrl-C ends an answer and not the conversation; what had been said of it stays", async () => {
  const begun =
    aRun([text("An")])
      .body?.toString()
      .split("data: ")
      .slice(0, 3)
      .join("data: ") ?? "";
  const hanging = { headers: { "content-type": "text/event-stream" }, body: `${begun} ` };
  service.script(`POST ${RUNS}`, hangInBody(hanging, begun.length), hangBeforeHeaders());
  const shown = { out: "", err: "" };
  const answerBegun = () => vi.waitFor(() => expect(shown.out).toBe("An"));
  // The first run is stopped in between.
  const requestedTwice = () => service.waitForRequests(3);
  const dialogue = typing(["Who?", "Why?", "When?"], [answerBegun, requestedTwice]);
  const environment = { PLUMBLINE_URL: service.url, PLUMBLINE_API_KEY: "plk_x" };
  expect(await main(["chat"], fakeTerminal(shown, { environment, dialogue }))).toBe(0);
  expect(shown.out).toBe("An\nAn answer.\n");
  expect(shown.err.match(/^stopped$/gm)).toHaveLength(2);
  expect(sent()).toEqual([
    "user: Who?",
    "user: Who?\nassistant: An\nuser: Why?",
    "user: Who?\nassistant: An\nuser: When?",
  ]);
});

test("of a conversation that grew too long, the latest turns are sent", async () => {
  const long = "x".repeat(40_000);
  await converse(typing([`1 ${long}`, `2 ${long}`, `3 ${long}`, "4"]));
  expect(sent().map((messages) => messages.split("\n").map((turn) => turn.slice(0, 9)))).toEqual([
    ["user: 1 x"],
    ["user: 1 x", "assistant", "user: 2 x"],
    ["user: 2 x", "assistant", "user: 3 x"],
    ["user: 2 x", "assistant", "user: 3 x", "assistant", "user: 4"],
  ]);
  service.clear();
  await converse(typing(Array.from({ length: 102 }, (_, index) => `turn ${index}`)));
  const turns = sent().at(-1)?.split("\n") ?? [];
  expect(turns.length).toBe(199);
  expect([turns[0], turns.at(-1)]).toEqual(["user: turn 2", "user: turn 101"]);
});
