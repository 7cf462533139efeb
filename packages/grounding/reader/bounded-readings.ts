import { createHash } from "node:crypto";
import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import {
  type READER_FAILURES,
  READER_TIMEOUT_MS,
  type Reader,
  type ReadingBounds,
  type ReadingUsage,
} from "./reader.ts";

/** Time reserved for the work after reading. */
const MARGIN_MS = 250;
/** Maximum number of cached readings. The least recently used is evicted first. */
const MAX_CACHED = 500;

type ReaderFailure = (typeof READER_FAILURES)[number];

/** Limits of a reading, and the tenant that requested it. */
export interface CallerBounds {
  deadline: Deadline;
  signal?: AbortSignal | undefined;
  tenantId?: string | undefined;
}

/** A reader's verified answer as the caller needs it, or why it was rejected. */
export type BoundedReading<Result extends object> = { usage: ReadingUsage } & (
  | ({ used: true } & Result)
  | { used: false; why: ReaderFailure }
);

/** Dependencies of a class that asks a reader. */
export interface ReadingPorts {
  reader: Reader;
  clock: Clock;
  metrics?: Metrics | undefined;
}

export const NOTHING_USED: ReadingUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

type VerifiedReading<Verified> = BoundedReading<{ verified: Verified; isKept: boolean }>;

/**
 * Calls a reader with a time limit and verifies its answers. Valid answers are cached for the lifetime of the
 * process, keyed by everything that was asked.
 */
export class BoundedReadings<Verified> {
  readonly reader: Reader;
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #kept = new Map<string, { verified: Verified; usage: ReadingUsage }>();

  constructor({ reader, clock, metrics = noMetrics }: ReadingPorts) {
    this.reader = reader;
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /**
   * Asks the reader. `asked` is everything else that the answer depends on. Rejects only with the signal's
   * reason if the caller cancels.
   */
  async ask<Answered extends { usage?: unknown } | null | undefined>(
    asked: unknown,
    bounds: CallerBounds,
    ask: (bounds: ReadingBounds) => Promise<Answered>,
    verify: (answered: Answered) => Verified | ReaderFailure,
  ): Promise<VerifiedReading<Verified>> {
    const key = createHash("sha256")
      .update(JSON.stringify([this.reader.id, asked]))
      .digest("hex");
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#cache(key, kept);
      return { used: true, ...kept, isKept: true };
    }
    const reading = await this.#read(bounds, ask, verify);
    if (reading.used) this.#cache(key, reading);
    const outcome = reading.used ? "used" : reading.why;
    const labels = { outcome, tenant_id: bounds.tenantId };
    this.#metrics.add("plumbline_reader_calls_total", labels, reading.usage.calls);
    return reading;
  }

  async #read<Answered extends { usage?: unknown } | null | undefined>(
    { deadline, signal, tenantId }: CallerBounds,
    ask: (bounds: ReadingBounds) => Promise<Answered>,
    verify: (answered: Answered) => Verified | ReaderFailure,
  ): Promise<VerifiedReading<Verified>> {
    const timeoutMs = Math.min(READER_TIMEOUT_MS, deadline.remainingMs() - MARGIN_MS);
    if (timeoutMs <= 0) return { used: false, why: "too_slow", usage: NOTHING_USED };
    const answered = await this.#limitTime(timeoutMs, signal, (stop) =>
      ask({ timeoutMs, tenantId, signal: stop }),
    );
    // A failed call counts as a call too.
    if (typeof answered === "string")
      return { used: false, why: answered, usage: { ...NOTHING_USED, calls: 1 } };
    const usage = readUsage(answered?.usage);
    const verified = verify(answered);
    if (isFailure(verified)) return { used: false, why: verified, usage };
    return { used: true, verified, usage, isKept: false };
  }

  async #limitTime<Answered>(
    timeoutMs: number,
    caller: AbortSignal | undefined,
    ask: (signal: AbortSignal) => Promise<Answered>,
  ): Promise<Answered | "too_slow" | "failed"> {
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

  #cache(key: string, { verified, usage }: { verified: Verified; usage: ReadingUsage }): void {
    this.#kept.delete(key);
    this.#kept.set(key, { verified, usage });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_CACHED && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function isFailure(verified: unknown): verified is ReaderFailure {
  return typeof verified === "string";
}

/** Reads the reported usage. Anything but integers counts as zero. */
function readUsage(usage: unknown): ReadingUsage {
  const count = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  const { calls, inputTokens, outputTokens } = Object(usage);
  return { calls: count(calls, 1), inputTokens: count(inputTokens, 0), outputTokens: count(outputTokens, 0) };
}
