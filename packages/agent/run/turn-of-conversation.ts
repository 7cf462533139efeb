import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { ChatRuns } from "@plumbline/core/conversations/chat-runs.ts";
import { digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { RUN_LEASE_MS, type RunEnding } from "@plumbline/core/conversations/run-lease.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Chunk } from "./chunk.ts";
import { KeptChunks } from "./kept-chunks.ts";
import type { RunSpan } from "./run-lines.ts";

/** Maximum number of positions at which a client that left may have stopped reading an answer. */
const MAX_POSITIONS = 64;

export interface TurnOptions {
  /** Ledger of the conversation of which the run is a turn. The run holds its lease. */
  ledger: Ledger;
  runId: string;
  log: RunLog;
  /** Stores the output for the people of the conversation. */
  chats: Pick<ChatRuns, "store">;
  /** Resolves once the run's message is stored in the chat. */
  chatBegun: Promise<void> | undefined;
  /** Texts that the client received before the run waited. */
  saidBefore: readonly string[];
  /** Returns everything else to store at the end of the run. */
  left: () => Promise<Omit<RunEnding, "said" | "isComplete">>;
  /** Called when someone asks the run to stop. */
  stop: () => void;
  clock: Clock;
  logger: Logger;
  /** Fields for log lines. */
  about: { tenant_id: string; request_id: string | undefined };
}

/**
 * Holds a run's lease on its conversation. Stores the run's output as it is produced and, at the end, what it
 * said, noted and wrote.
 */
export class TurnOfConversation {
  readonly #options: TurnOptions;
  readonly #said: string[];
  readonly #kept: KeptChunks;
  /** For each reader that left early, the number of text pieces that it had read. */
  readonly #readBy: number[] = [];
  #hasLeft = false;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#said = [...options.saidBefore];
    this.#kept = new KeptChunks(options);
  }

  /** Records how much a leaving reader has read, because the client may send this text back. */
  readerLeft(texts: number): void {
    this.#readBy.push(this.#options.saidBefore.length + texts);
  }

  /** Records a timed operation of the run. */
  note(span: RunSpan): void {
    this.#kept.add({ span });
  }

  /** All texts that the client has received, including those before the run waited. */
  get said(): readonly string[] {
    return this.#said;
  }

  /**
   * Passes on the run's chunks. Stores the run's results before the last chunk, or when the run is
   * interrupted.
   */
  async *follow(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
    this.#scheduleRenewal();
    try {
      for await (const chunk of chunks) {
        if (chunk.type === "text_delta") this.#said.push(chunk.text);
        this.#kept.add({ at: this.#options.clock.now(), chunk });
        // The next turn may start immediately and must see the results of this one.
        if (chunk.type === "done") await this.#leave(!INCOMPLETE.has(chunk.stop_reason));
        yield chunk;
      }
    } finally {
      await this.#leave(false);
    }
  }

  #scheduleRenewal(): void {
    const { ledger, runId, clock } = this.#options;
    const again = () => this.#scheduleRenewal();
    this.#stop = clock.after(RUN_LEASE_MS / 3, () => {
      if (!this.#hasLeft) ledger.lease.renew(runId).then(again, again);
    });
    if (this.#hasLeft) this.#stop();
  }

  #stop: () => void = () => undefined;

  /** Stores the run's results once. Logs failures. */
  async #leave(isComplete: boolean): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stop();
    // Must happen before the lease ends, after which readers of the run expect no more output.
    await this.#kept.end();
    const { ledger, runId, left, logger, about } = this.#options;
    try {
      await ledger.lease.end(runId, { ...(await left()), said: this.#digests(), isComplete });
      await this.#options.chatBegun;
      const place = { ...ledger.conversation, tenantId: about.tenant_id };
      await this.#options.chats.store(place, runId, async () => (await ledger.runLog(runId).readNext()).text);
    } catch (error) {
      logger.log("error", "ledger_not_kept", { ...about, ...describeUnexpected(error) });
    }
  }

  /** Returns digests of the whole text and of the part that each reader that left may have read. */
  #digests(): string[] {
    const { saidBefore } = this.#options;
    const ends = this.#readBy.map((end) => this.#said.slice(0, end));
    // A client may show a resumed run as one message, or its two parts as two.
    const parts = (said: readonly string[]) => [said, said.slice(saidBefore.length)];
    return [
      ...new Set([
        ...parts(this.#said).flatMap((part) => computeDigests(part, 1)),
        ...ends.flatMap(parts).flatMap((part) => computeDigests(part, MAX_POSITIONS)),
      ]),
    ];
  }
}

/** Stop reasons after which the same user message may be run again. */
const INCOMPLETE: ReadonlySet<string> = new Set(["approval", "stopped"]);

/** Computes the digests of a text that arrived in pieces, one for each of the last `most` end positions. */
function computeDigests(pieces: readonly string[], most: number): string[] {
  const first = Math.max(0, pieces.length - most);
  const ends = pieces.slice(first).map((_, at) => pieces.slice(0, first + at + 1).join(""));
  return ends.filter((text) => text.trim() !== "").map(digestOfText);
}
