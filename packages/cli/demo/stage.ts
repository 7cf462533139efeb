import { randomUUID } from "node:crypto";
import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import type { Sandbox } from "@plumbline/sandbox";
import type { ApiClient } from "../api-client.ts";
import { style, type Terminal } from "../terminal.ts";

/** Dependencies of every scene: the running service by its HTTP API, and the sandbox providers behind it. */
export interface Stage {
  narrator: Narrator;
  api: ApiClient;
  sandbox: Sandbox;
  /** The service's clock. */
  clock: DemoClock;
}

/** A scene of the demo. It throws when the service does not do what the scene is there to show. */
export type Scene = (stage: Stage) => Promise<void>;

/**
 * Stops the demo where an answer is not the promised one: a demo that goes on regardless would show nothing.
 */
export function expectThat(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The demo expected ${what}.`);
}

/** Tells the demo as it goes: a heading a scene, what is asked, what came back. */
export class Narrator {
  readonly terminal: Terminal;
  #scene = 0;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  scene(title: string): void {
    this.#scene += 1;
    this.terminal.out(`\n${style(this.terminal, "bold", `${this.#scene}. ${title}`)}\n`);
  }

  /** The call as anybody could make it. */
  asked(call: string): void {
    this.terminal.out(`${style(this.terminal, "cyan", `> ${call}`)}\n`);
  }

  say(text: string): void {
    this.terminal.out(`${text}\n`);
  }

  /** One line of an answer as JSON, so that the reader sees the real thing. */
  show(value: unknown): void {
    this.terminal.out(`${style(this.terminal, "dim", JSON.stringify(value))}\n`);
  }
}

/** The machine's time, which can be put forward: whoever waits for a time that has come is woken. */
export class DemoClock implements Clock {
  #aheadMs = 0;
  readonly #waiting = new Set<{ until: number; wake: () => void }>();

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const waiter = { until: this.now() + ms, wake: () => woken.abort() };
    this.#waiting.add(waiter);
    try {
      await systemClock.wait(ms, signal ? AbortSignal.any([signal, woken.signal]) : woken.signal);
    } catch (error) {
      if (signal?.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.#waiting.delete(waiter);
    }
  }

  after(ms: number, run: () => void): () => void {
    return systemClock.after(ms, run);
  }

  putForward(minutes: number): void {
    this.#aheadMs += minutes * 60_000;
    for (const { until, wake } of this.#waiting) if (until <= this.now()) wake();
  }
}

/** Calls a tool by the HTTP API, shows the call and its answer, and gives it back. */
export async function showToolCall(
  { api, narrator }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  narrator.asked(`POST /api/v1/tools/${tool} ${JSON.stringify({ arguments: args })}`);
  const { data: result } = await api.POST("/api/v1/tools/{name}", {
    // Each is what a person asks for by itself.
    params: { path: { name: tool }, header: { "x-conversation-id": randomUUID() } },
    body: { arguments: args },
  });
  narrator.show(result);
  return result;
}

/** Stores a credential and answers its id. */
export async function connect({ api }: Stage, credential: Schemas["CreateCredential"]): Promise<string> {
  const { data } = await api.POST("/api/v1/credentials", { body: credential });
  return data.id;
}

/** In real time. */
const ASKED_EVERY_MS = 20;
const ASKED_A_MINUTE = 25;
const MOST_ASKED = 500;

/** Puts the service's clock forward, and waits until what it does then has happened; `what` names that. */
export async function letPass(
  { clock }: Pick<Stage, "clock">,
  minutes: number,
  what: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  clock.putForward(minutes);
  for (let asked = 1; !(await happened()); asked++) {
    expectThat(asked < MOST_ASKED, what);
    await systemClock.wait(ASKED_EVERY_MS);
    // Who was at work when the clock was put forward goes on with the next full minute.
    if (asked % ASKED_A_MINUTE === 0) clock.putForward(1);
  }
}

/** Begins a watch by the HTTP API, shows the call and its answer, and gives its id. */
export async function beginWatch({ api, narrator }: Stage, body: Schemas["CreateWatch"]): Promise<string> {
  narrator.asked(`POST /api/v1/watches ${JSON.stringify(body)}`);
  const { data: watch } = await api.POST("/api/v1/watches", { body });
  narrator.show(watch);
  return watch.id;
}

/** Runs the agent on a prompt, shows each chunk as it comes, and gives them all. */
export async function streamedRun({ api, narrator }: Stage, prompt: string): Promise<StreamChunk[]> {
  const request: Schemas["RunRequest"] = { messages: [{ role: "user", content: prompt }] };
  narrator.asked(`POST /api/v1/agent/stream ${JSON.stringify(request)}`);
  const chunks: StreamChunk[] = [];
  for await (const chunk of api.streamAgent(request)) {
    chunks.push(chunk);
    const isOutcome = chunk.type === "tool_result" && chunk.name === "grounded_research" && chunk.content;
    narrator.show(isOutcome ? { ...chunk, content: "… the ResearchOutcome …" } : chunk);
  }
  return chunks;
}
