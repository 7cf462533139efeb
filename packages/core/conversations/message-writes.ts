import { timestamp } from "../clock/clock.ts";
import { approvalOf, type DispatchResult } from "../dispatch/dispatch-result.ts";
import { callFingerprint } from "../dispatch/idempotency/call-seals.ts";
import { readCallArguments } from "../tool/read-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import { digestOf } from "./conversation-owner.ts";
import type { WriteEntry, WriteStanding } from "./conversation-records.ts";
import type { Ledger } from "./ledger.ts";

/** Characters of a result that is kept for a message that is run again. */
const MOST_KEPT = 20_000;

/** A write that was made before, and stands in the way of a call. */
export interface StandingWrite {
  standing: WriteStanding | "decided" | "twice";
  /** The answer to the earlier one, where that is known. */
  result?: DispatchResult | undefined;
}

/** A write that may go on, or what stands in its way. */
export type WriteTurn =
  | { may: "go"; settle(result: DispatchResult): Promise<void>; heldBecause?: string | undefined }
  | { may: "not"; standing: StandingWrite };

/** Writes of the parts of a run, by the digest of tool and arguments. */
export type RepeatedWritesState = readonly (readonly [digest: string, standing: StandingWrite["standing"]])[];

const HELD =
  "This message was run before and made other writes; this one was not among them: a person has to approve it.";

export interface MessageWritesOptions {
  ledger: Ledger;
  runId: string;
  /** Tells one message of the conversation from another; the same when the message is run again. */
  message: string;
  now(): number;
  /** Of the run's first part, where this one goes on. */
  state?: RepeatedWritesState | undefined;
}

/**
 * The writes that a run makes for one message of the user. Within the run only an equal write is held back.
 * When the message is run again, its nth write of a tool to a place is the nth one that was made before,
 * whatever its wording, and one beyond those waits for a person. A write that failed and sent nothing does
 * not count.
 */
export class MessageWrites {
  readonly #options: MessageWritesOptions;
  readonly #repeated: Map<string, StandingWrite["standing"]>;
  /** Names of the writes that this run has begun. */
  readonly #own: Set<string>;
  readonly #earlier: ReadonlyMap<string, WriteEntry>;
  readonly #settled: WriteEntry[] = [];

  constructor(options: MessageWritesOptions) {
    this.#options = options;
    const { ledger, runId, message, state = [] } = options;
    this.#repeated = new Map(
      state.map(([digest, standing]) => [digest, standing === "waiting" ? "decided" : standing]),
    );
    const before = ledger.writes
      .map((write) => ({ name: ledger.entries.nameOf(write), write }))
      .filter(({ name }) => name.startsWith(nameOf(message)));
    const isOwn = ({ write }: { write: WriteEntry }) => write.run_id === runId;
    // A run that goes on has made writes before it waited.
    this.#own = new Set(before.filter(isOwn).map(({ name }) => name));
    this.#earlier = new Map(before.filter((one) => !isOwn(one)).map(({ name, write }) => [name, write]));
  }

  get state(): RepeatedWritesState {
    return [...this.#repeated];
  }

  /** Those whose outcome is known by now, to be kept at the run's end. */
  get settled(): readonly WriteEntry[] {
    return this.#settled;
  }

  /** Takes what a person's decision made of a call that this run waited for. */
  async decided(approvalId: string, result: DispatchResult): Promise<void> {
    const { ledger } = this.#options;
    const standing = standingOf(result);
    // Several messages may have asked for the one call.
    for (const entry of ledger.writes.filter(({ approval_id }) => approval_id === approvalId))
      if (standing === undefined) await ledger.dropWrite(entry);
      else this.#settled.push({ ...entry, standing, result_cipher: await this.#sealed(entry.id, result) });
  }

  /** Where it cannot be sealed, the write is known without its result: it was made all the same. */
  #sealed(id: string, result: DispatchResult): Promise<string | null> {
    const isTooLarge = JSON.stringify(result).length > MOST_KEPT;
    if (isTooLarge) return Promise.resolve(null);
    return this.#options.ledger.entries.seal(id, "result", result).catch(() => null);
  }

  /** Takes the turn of a call that may be a write. It is kept before it is sent. */
  async take(tool: Tool, args: unknown): Promise<WriteTurn> {
    if (tool.effect !== "write" || tool.idempotency === "upsert")
      return { may: "go", settle: async () => undefined };
    const digest = callFingerprint(tool.name, args);
    const known = this.#repeated.get(digest);
    if (known !== undefined)
      return { may: "not", standing: { standing: known === "under_way" ? "twice" : known } };
    this.#repeated.set(digest, "under_way");
    const name = this.#nextName(digestOf([tool.name, placesOf(tool, args)]));
    const earlier = this.#earlier.get(name);
    return earlier ? this.#refuse(earlier, digest) : this.#begin(name, tool, digest);
  }

  async #refuse(earlier: WriteEntry, digest: string): Promise<WriteTurn> {
    const standing = await this.#told(earlier);
    this.#repeated.set(digest, standing.standing);
    return { may: "not", standing };
  }

  /** Counts this run's writes of a tool to a place. One that failed leaves its number to the next. */
  #nextName(slot: string): string {
    for (let n = 0; ; n += 1) {
      const name = `${nameOf(this.#options.message)}${slot}/${n}`;
      if (this.#own.has(name)) continue;
      this.#own.add(name);
      return name;
    }
  }

  async #begin(name: string, tool: Pick<Tool, "name">, digest: string): Promise<WriteTurn> {
    const { ledger, runId, now } = this.#options;
    const { entry, isNew } = await ledger.addWrite(name, {
      tool: tool.name,
      run_id: runId,
      at: timestamp(now()),
      standing: "under_way",
      approval_id: null,
      result_cipher: null,
    });
    // Another run of the message was thought to be over, and was not.
    if (!isNew) return this.#refuse(entry, digest);
    const settle = async (result: DispatchResult): Promise<void> => {
      const standing = standingOf(result);
      if (standing === undefined) {
        // Its number is free once it is gone, or the next one would be deleted in its place.
        await ledger.dropWrite(entry);
        this.#repeated.delete(digest);
        this.#own.delete(name);
        return;
      }
      this.#repeated.set(digest, standing);
      const approval_id = approvalOf(result) ?? null;
      const result_cipher = await this.#sealed(entry.id, result);
      this.#settled.push({ ...entry, standing, approval_id, result_cipher });
    };
    return { may: "go", settle, heldBecause: this.#earlier.size > 0 ? HELD : undefined };
  }

  /** One that is under way lost its process, as runs of a conversation follow one another. */
  async #told({ id, standing, result_cipher }: WriteEntry): Promise<StandingWrite> {
    const result =
      result_cipher === null
        ? undefined
        : await this.#options.ledger.entries.open<DispatchResult>(id, "result", result_cipher);
    return { standing: standing === "under_way" ? "unknown" : standing, result };
  }
}

/** The start of the names of a message's writes. */
function nameOf(message: string): string {
  return `write/${message}/`;
}

/**
 * The places that a call writes to; a tool that has none writes in the place of its connection. Arguments
 * that the tool's schema refuses go nowhere.
 */
function placesOf(tool: Tool, args: unknown): unknown {
  const { parsed } = readCallArguments(tool, args);
  if (!parsed) return null;
  const places = tool.destinations?.(parsed, undefined) ?? [];
  const account = parsed.credential_id ?? null;
  return [account, ...places.map(({ kind, value }) => `${kind} ${value.toLowerCase()}`).toSorted()];
}

function standingOf(result: DispatchResult): WriteStanding | undefined {
  if (result.ok) return "made";
  if (result.outcome_unknown) return "unknown";
  return approvalOf(result) === undefined ? undefined : "waiting";
}
