import type { Clock } from "@plumbline/core/clock/clock.ts";
import { digestOf, digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import { type Ledger, RUN_LEASE_MS, type RunEnding } from "@plumbline/core/conversations/ledger.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Chunk } from "./chunk.ts";

/** Ends of an answer that was broken off, at which a client may have stopped reading. */
const MOST_ENDS = 64;

export interface TurnOptions {
  /** Of the conversation that the run is a turn of, which has begun it. */
  ledger: Ledger;
  runId: string;
  /** The texts that the client has read of the run before it waited. */
  saidBefore: readonly string[];
  /** Everything else that the run leaves at its end. */
  left: () => Omit<RunEnding, "said" | "isWhole">;
  clock: Clock;
  logger: Logger;
  /** For log lines. */
  about: { tenant_id: string; request_id: string | undefined };
}

/**
 * Holds the lease of a run on its conversation, and keeps at its end what it has said, noted and written.
 */
export class TurnOfConversation {
  readonly #options: TurnOptions;
  readonly #said: string[];
  #hasLeft = false;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#said = [...options.saidBefore];
  }

  /** The texts that the client has read, those before the run waited among them. */
  get said(): readonly string[] {
    return this.#said;
  }

  /** Passes the chunks of the run on. Keeps what it leaves before the last one, or where it is broken off. */
  async *follow(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
    this.#renewLater();
    try {
      for await (const chunk of chunks) {
        if (chunk.type === "text_delta") this.#said.push(chunk.text);
        // The next turn may follow at once, and must find what this one leaves.
        if (chunk.type === "done") await this.#leave(1, chunk.stop_reason !== "approval");
        yield chunk;
      }
    } finally {
      // Broken off: nobody knows how much of it the client has read.
      await this.#leave(MOST_ENDS, false);
    }
  }

  #renewLater(): void {
    const { ledger, runId, clock } = this.#options;
    const again = () => this.#renewLater();
    this.#stop = clock.after(RUN_LEASE_MS / 3, () => {
      if (!this.#hasLeft) ledger.renewRun(runId).then(again, again);
    });
    if (this.#hasLeft) this.#stop();
  }

  #stop: () => void = () => undefined;

  /**
   * Keeps once what the run leaves, and logs what cannot be kept. `ends`: how many of the last pieces of its
   * text may have been the last one that the client read.
   */
  async #leave(ends: number, isWhole: boolean): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stop();
    const { ledger, runId, saidBefore, left, logger, about } = this.#options;
    // A client shows a run that went on as one message, or its two parts as two.
    const parts = [this.#said, this.#said.slice(saidBefore.length)];
    const said = [...new Set(parts.flatMap((part) => digestsOf(part, ends)))];
    try {
      await ledger.endRun(runId, { ...left(), said, isWhole });
    } catch (error) {
      logger.log("error", "ledger_not_kept", { ...about, ...describeUnexpected(error) });
    }
  }
}

/** Returns the digests of a text that came in pieces, up to each of its last pieces. */
function digestsOf(pieces: readonly string[], most: number): string[] {
  const first = Math.max(0, pieces.length - most);
  const ends = pieces.slice(first).map((_, at) => pieces.slice(0, first + at + 1).join(""));
  return ends.filter((text) => text.trim() !== "").map(digestOfText);
}

/**
 * Tells a message from others: by its own name and text, else by all messages of the user up to it. Where a
 * request holds one message alone, the same text counts as new once the turn before was told to its end.
 */
export function messageKey(id: string | undefined, said: readonly string[], { head }: Ledger): string {
  if (id !== undefined) return digestOf(["message", id, said.at(-1)]);
  return digestOf(["message", said, said.length > 1 ? null : (head?.turns ?? 0)]);
}
