import { randomUUID } from "node:crypto";
import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import type { Sandbox } from "@plumbline/sandbox";
import type { ApiClient } from "../api-client.ts";
import { applyStyle, type Terminal } from "../terminal.ts";

/** Dependencies of every scene: the running service through its HTTP API, and its sandbox providers. */
export interface Stage {
  narrator: Narrator;
  api: ApiClient;
  sandbox: Sandbox;
  /** The service's clock. */
  clock: DemoClock;
}

/** A scene of the demo. Throws if the service does not behave as the scene is meant to show. */
export type Scene = (stage: Stage) => Promise<void>;

/** Ends the demo if a response is not as expected, because continuing would demonstrate nothing. */
export function expectThat(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The demo expected ${what}.`);
}

/** Prints the demo as it proceeds: a heading per scene, the request and the response. */
export class Narrator {
  readonly terminal: Terminal;
  #scene = 0;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  scene(title: string): void {
    this.#scene += 1;
    this.terminal.out(`\n${applyStyle(this.terminal, "bold", `${this.#scene}. ${title}`)}\n`);
  }

  /** Prints a call in a form that anyone can repeat. */
  asked(call: string): void {
    this.terminal.out(`${applyStyle(this.terminal, "cyan", `> ${call}`)}\n`);
  }

  say(text: string): void {
    this.terminal.out(`${text}\n`);
  }

  /** Prints one line of a response as JSON, so that the reader sees the actual data. */
  show(value: unknown): void {
    this.terminal.out(`${applyStyle(this.terminal, "dim", JSON.stringify(value))}\n`);
  }
}

/** The machine's time, which can be moved forward. Ends waits whose time has come. */
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

/** Calls a tool through the HTTP API, prints the call and its response, and returns the response. */
export async function showToolCall(
  { api, narrator }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  narrator.asked(`POST /api/v1/tools/${tool} ${JSON.stringify({ arguments: args })}`);
  const { data: result } = await api.POST("/api/v1/tools/{name}", {
    // Each call is a separate request of a user.
    params: { path: { name: tool }, header: { "x-conversation-id": randomUUID() } },
    body: { arguments: args },
  });
  narrator.show(result);
  return result;
}

/** Stores a credential and returns its ID. */
export async function connect({ api }: Stage, credential: Schemas["CreateCredential"]): Promise<string> {
  const { data } = await api.POST("/api/v1/credentials", { body: credential });
  return data.id;
}

/** Poll interval, in milliseconds of real time. */
const POLL_INTERVAL_MS = 20;
const POLLS_PER_MINUTE = 25;
const MAX_ASKED = 500;

/**
 * Moves the service's clock forward and waits until the expected effect has happened. `what` describes the
 * effect.
 */
export async function advanceUntil(
  { clock }: Pick<Stage, "clock">,
  minutes: number,
  what: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  clock.putForward(minutes);
  for (let asked = 1; !(await happened()); asked++) {
    expectThat(asked < MAX_ASKED, what);
    await systemClock.wait(POLL_INTERVAL_MS);
    // Work that was in progress when the clock moved continues in the next full minute.
    if (asked % POLLS_PER_MINUTE === 0) clock.putForward(1);
  }
}

/** Creates a watch through the HTTP API, prints the call and its response, and returns its ID. */
export async function createDemoWatch(
  { api, narrator }: Stage,
  body: Schemas["CreateWatch"],
): Promise<string> {
  narrator.asked(`POST /api/v1/watches ${JSON.stringify(body)}`);
  const { data: watch } = await api.POST("/api/v1/watches", { body });
  narrator.show(watch);
  return watch.id;
}

/** Runs the agent on a prompt, prints each chunk as it arrives, and returns all chunks. */
export async function streamDemoRun({ api, narrator }: Stage, prompt: string): Promise<StreamChunk[]> {
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
