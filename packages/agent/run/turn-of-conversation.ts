import type { Clock } from "@plumbline/core/clock/clock.ts";
import { digestOf, digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { RUN_LEASE_MS, type RunEnding } from "@plumbline/core/conversations/run-lease.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Chunk } from "./chunk.ts";
import { KeptChunks } from "./kept-chunks.ts";

/** Ends of an answer at which a client that left may have stopped reading. */
const MOST_ENDS = 64;

export interface TurnOptions {
  /** Of the conversation that the run is a turn of, which has begun it. */
  ledger: Ledger;
  runId: string;
  log: RunLog;
  /** The texts that the client has read of the run before it waited. */
  saidBefore: readonly string[];
  /** Everything else that the run leaves at its end. */
  left: () => Promise<Omit<RunEnding, "said" | "isWhole">>;
  /** Called when somebody asks the run to stop. */
  stop: () => void;
  clock: Clock;
  logger: Logger;
  /** For log lines. */
  about: { tenant_id: string; request_id: string | undefined };
}

/**
 * Holds the lease of a run on its conversation. Keeps what it tells as it tells it, and at its end what it
 * has said, noted and written.
 */
export class TurnOfConversation {
  readonly #options: TurnOptions;
  readonly #said: string[];
  readonly #kept: KeptChunks;
  /** Pieces of its text that readers had read who left before its end. */
  readonly #readBy: number[] = [];
  #hasLeft = false;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#said = [...options.saidBefore];
    this.#kept = new KeptChunks(options);
  }

  /** A reader that leaves may send back what it has read so far. */
  readerLeft(texts: number): void {
    this.#readBy.push(this.#options.saidBefore.length + texts);
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
        this.#kept.add(chunk);
        // The next turn may follow at once, and must find what this one leaves.
        if (chunk.type === "done") await this.#leave(!NOT_WHOLE.has(chunk.stop_reason));
        yield chunk;
      }
    } finally {
      await this.#leave(false);
    }
  }

  #renewLater(): void {
    const { ledger, runId, clock } = this.#options;
    const again = () => this.#renewLater();
    this.#stop = clock.after(RUN_LEASE_MS / 3, () => {
      if (!this.#hasLeft) ledger.lease.renew(runId).then(again, again);
    });
    if (this.#hasLeft) this.#stop();
  }

  #stop: () => void = () => undefined;

  /** Keeps once what the run leaves, and logs what cannot be kept. */
  async #leave(isWhole: boolean): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stop();
    // Before the lease ends: from then on whoever reads the run expects no more of it.
    await this.#kept.end();
    const { ledger, runId, left, logger, about } = this.#options;
    try {
      await ledger.lease.end(runId, { ...(await left()), said: this.#digests(), isWhole });
    } catch (error) {
      logger.log("error", "ledger_not_kept", { ...about, ...describeUnexpected(error) });
    }
  }

  /** Of the whole text, and of what each reader that left may have read. */
  #digests(): string[] {
    const { saidBefore } = this.#options;
    const ends = this.#readBy.map((end) => this.#said.slice(0, end));
    // A client shows a run that went on as one message, or its two parts as two.
    const parts = (said: readonly string[]) => [said, said.slice(saidBefore.length)];
    return [
      ...new Set([
        ...parts(this.#said).flatMap((part) => digestsOf(part, 1)),
        ...ends.flatMap(parts).flatMap((part) => digestsOf(part, MOST_ENDS)),
      ]),
    ];
  }
}

/** The message of the user may be run again as the same message. */
const NOT_WHOLE: ReadonlySet<string> = new Set(["approval", "stopped"]);

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
