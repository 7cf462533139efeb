import { createHash } from "node:crypto";
import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { buildCandidates, type CandidateList, type ShownSentence } from "./build-candidates.ts";
import {
  type READER_FAILURES,
  READER_TIMEOUT_MS,
  type Reader,
  type ReaderChoice,
  type ReadingQuestion,
  type ReadingUsage,
} from "./reader.ts";
import { isChosen, verifyChoices } from "./verify-choices.ts";

/** Milliseconds kept for what comes after reading. */
const MARGIN_MS = 250;
/** Choices that are kept; the one used longest ago goes first. */
const MOST_KEPT = 500;

const NOTHING_USED: ReadingUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** A reader's word on the sentences that it was shown. */
export type Selection =
  | {
      used: true;
      /** Indexes of the sentences that answer, in the order in which they were given. */
      chosen: readonly number[];
      /** Indexes of those that speak of somebody or something else. */
      ofOthers: readonly number[];
      usage: ReadingUsage;
    }
  | { used: false; why: (typeof READER_FAILURES)[number]; usage: ReadingUsage };

export interface SelectionBounds {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
  tenantId?: string | undefined;
}

interface KeptChoices {
  choices: ReadonlyMap<number, ReaderChoice>;
  usage: ReadingUsage;
}

/**
 * Asks a reader which sentences answer, and lets nothing of it count that is not verified. Choices are kept
 * by reader, question and candidates for as long as the process lives.
 */
export class SentenceSelector {
  readonly readerId: string;
  readonly #reader: Reader;
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #kept = new Map<string, KeptChoices>();

  constructor({
    reader,
    clock,
    metrics = noMetrics,
  }: { reader: Reader; clock: Clock; metrics?: Metrics | undefined }) {
    this.readerId = reader.id;
    this.#reader = reader;
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /** Rejects only with the signal's reason, when the caller leaves. */
  async select(
    question: ReadingQuestion,
    sentences: readonly ShownSentence[],
    bounds: SelectionBounds,
  ): Promise<Selection> {
    const list = buildCandidates(question, sentences);
    const key = createHash("sha256")
      .update(JSON.stringify([this.readerId, question, list.candidates]))
      .digest("hex");
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#keep(key, kept);
      return applyChoices(question, list, kept);
    }
    const selection = await this.#ask(question, list, bounds, (choices) => this.#keep(key, choices));
    const { tenantId: tenant_id } = bounds;
    const outcome = selection.used ? "used" : selection.why;
    this.#metrics.add("plumbline_reader_calls_total", { outcome, tenant_id }, selection.usage.calls);
    return selection;
  }

  async #ask(
    question: ReadingQuestion,
    list: CandidateList,
    { deadline, signal, tenantId }: SelectionBounds,
    keep: (choices: KeptChoices) => void,
  ): Promise<Selection> {
    const timeoutMs = Math.min(READER_TIMEOUT_MS, deadline.remainingMs() - MARGIN_MS);
    if (timeoutMs <= 0) return { used: false, why: "too_slow", usage: NOTHING_USED };
    const bounds = { timeoutMs, tenantId };
    const answered = await this.#within(timeoutMs, signal, (signal) =>
      this.#reader.select(question, list.candidates, { ...bounds, signal }),
    );
    // A call that came to nothing was made all the same.
    if (typeof answered === "string")
      return { used: false, why: answered, usage: { ...NOTHING_USED, calls: 1 } };
    const usage = readUsage(answered);
    const choices = verifyChoices(answered?.choices, list.candidates);
    if (choices === null) return { used: false, why: "invalid_answer", usage };
    if (choosesDecoy(list, choices)) return { used: false, why: "chose_decoy", usage };
    const verified = { choices, usage };
    keep(verified);
    return applyChoices(question, list, verified);
  }

  async #within<Answer>(
    timeoutMs: number,
    caller: AbortSignal | undefined,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | "too_slow" | "failed"> {
    caller?.throwIfAborted();
    const stop = new AbortController();
    const leave = () => stop.abort(caller?.reason);
    caller?.addEventListener("abort", leave, { once: true });
    const cancel = this.#clock.after(timeoutMs, () => stop.abort());
    const stopped = new Promise<"too_slow">((resolve) => {
      stop.signal.addEventListener("abort", () => resolve("too_slow"), { once: true });
    });
    try {
      const asked = (async () => ask(stop.signal))().catch(() => "failed" as const);
      const answered = await Promise.race([asked, stopped]);
      caller?.throwIfAborted();
      return stop.signal.aborted ? "too_slow" : answered;
    } finally {
      cancel();
      caller?.removeEventListener("abort", leave);
    }
  }

  #keep(key: string, choices: KeptChoices): void {
    this.#kept.delete(key);
    this.#kept.set(key, choices);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function choosesDecoy({ sentenceOf }: CandidateList, choices: ReadonlyMap<number, ReaderChoice>): boolean {
  return [...choices.values()].some(({ number, answers }) => answers === "yes" && !sentenceOf.has(number));
}

function applyChoices(
  question: ReadingQuestion,
  { sentenceOf }: CandidateList,
  { choices, usage }: KeptChoices,
): Selection {
  const chosen: number[] = [];
  const ofOthers: number[] = [];
  for (const [number, index] of sentenceOf) {
    const choice = choices.get(number);
    if (choice === undefined) continue;
    if (isChosen(choice, question)) chosen.push(index);
    else if (choice.about === "other") ofOthers.push(index);
  }
  return { used: true, chosen, ofOthers, usage };
}

/** Reads what a reader says it took; anything but whole numbers counts as nothing. */
function readUsage(answered: { usage?: Partial<Record<keyof ReadingUsage, unknown>> } | null): ReadingUsage {
  const count = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  const { calls, inputTokens, outputTokens } = answered?.usage ?? {};
  return { calls: count(calls, 1), inputTokens: count(inputTokens, 0), outputTokens: count(outputTokens, 0) };
}
