import { timestamp } from "../clock/clock.ts";
import { approvalOf, type DispatchResult } from "../dispatch/dispatch-result.ts";
import { hashCall } from "../dispatch/idempotency/call-seals.ts";
import { readCallArguments } from "../tool/read-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import { digestOf } from "./conversation-owner.ts";
import type { WriteEntry, WriteState } from "./conversation-records.ts";
import type { Ledger } from "./ledger.ts";

/** Maximum length of a stored result, in characters. */
const MAX_RESULT_LENGTH = 20_000;

/**
 * An earlier write that prevents a call. `decided`: a person has decided about it in this run. `twice`: an
 * identical call of this run is in progress.
 */
export interface EarlierWrite {
  standing: WriteState | "decided" | "twice";
  /** The result of the earlier write, if known. */
  result?: DispatchResult | undefined;
}

/** Permission to send a write, or the earlier write that prevents it. */
type WriteDecision =
  | { may: "go"; settle(result: DispatchResult): Promise<void>; heldBecause?: string | undefined }
  | { may: "not"; earlier: EarlierWrite };

/** Writes made so far by the parts of a run, by digest of tool and arguments. */
export type RepeatedWritesState = readonly (readonly [digest: string, standing: EarlierWrite["standing"]])[];

interface WritesBefore {
  /** Common prefix of the names of the message's writes. */
  prefix: string;
  /** Names of the writes that this run has started. */
  own: Set<string>;
  earlier: ReadonlyMap<string, WriteEntry>;
}

const HELD =
  "An earlier run of this message made other writes, but not this one, so a person has to approve it.";

interface MessageWritesOptions {
  ledger: Ledger;
  runId: string;
  /** Identifies a message of the conversation, even if it is run again. */
  message: string;
  now(): number;
  /** State at the end of the previous part of the run, if this part resumes it. */
  state?: RepeatedWritesState | undefined;
}

/**
 * The writes that a run makes for one message of the user. Within a run, only identical writes are prevented.
 * If the message is run again, its nth write of a tool to a destination is the same as the nth one of the
 * earlier run, whatever its wording. Any further write needs approval. A write that failed without sending
 * anything does not count.
 */
export class MessageWrites {
  readonly #options: MessageWritesOptions;
  readonly #repeated: Map<string, EarlierWrite["standing"]>;
  /** The message's writes. Read before the first of this run is named. */
  #before: WritesBefore | undefined;
  readonly #settled: WriteEntry[] = [];
  /** Resolves once all writes so far have their names, which are numbered in the order of the calls. */
  #naming: Promise<unknown> = Promise.resolve();

  constructor(options: MessageWritesOptions) {
    this.#options = options;
    const { state = [] } = options;
    this.#repeated = new Map(
      state.map(([digest, standing]) => [digest, standing === "waiting" ? "decided" : standing]),
    );
  }

  async #readBefore(): Promise<WritesBefore> {
    const { ledger, runId, message } = this.#options;
    const prefix = `write/${await ledger.digestForWrites(message)}/`;
    const before = ledger.writes
      .map((write) => ({ name: ledger.entries.nameOf(write), write }))
      .filter(({ name }) => name.startsWith(prefix));
    const isOwn = ({ write }: { write: WriteEntry }) => write.run_id === runId;
    // A resumed run made these writes before it waited.
    const own = new Set(before.filter(isOwn).map(({ name }) => name));
    return {
      prefix,
      own,
      earlier: new Map(before.filter((one) => !isOwn(one)).map(({ name, write }) => [name, write])),
    };
  }

  get state(): RepeatedWritesState {
    return [...this.#repeated];
  }

  /** Writes whose outcome is known. Stored when the run ends. */
  get settled(): readonly WriteEntry[] {
    return this.#settled;
  }

  /** Records the result of a call for which this run waited, after a person has decided. */
  async recordDecision(approvalId: string, result: DispatchResult): Promise<void> {
    const { ledger } = this.#options;
    const standing = toStanding(result);
    // Several messages may have requested the same call.
    for (const entry of ledger.writes.filter(({ approval_id }) => approval_id === approvalId))
      if (standing === undefined) await ledger.dropWrite(entry);
      else
        this.#settled.push({ ...entry, standing, result_cipher: await this.#sealResult(entry.id, result) });
  }

  /** Encrypts the result. Returns null if that fails, so that the write itself is still recorded. */
  #sealResult(id: string, result: DispatchResult): Promise<string | null> {
    const isTooLarge = JSON.stringify(result).length > MAX_RESULT_LENGTH;
    if (isTooLarge) return Promise.resolve(null);
    return this.#options.ledger.entries.seal(id, "result", result).catch(() => null);
  }

  /** Decides whether a call may be sent. A write is stored before it is sent. */
  async decide(tool: Tool, args: unknown): Promise<WriteDecision> {
    if (tool.effect !== "write" || tool.idempotency === "upsert")
      return { may: "go", settle: async () => undefined };
    const digest = hashCall(tool.name, args);
    const known = this.#repeated.get(digest);
    if (known !== undefined)
      return { may: "not", earlier: { standing: known === "under_way" ? "twice" : known } };
    this.#repeated.set(digest, "under_way");
    const naming = this.#naming;
    const named = listDestinations(tool, args).then(async (destinations) => {
      await naming;
      this.#before ??= await this.#readBefore();
      return { name: await this.#nextName([tool.name, destinations], this.#before), before: this.#before };
    });
    this.#naming = named.catch(() => undefined);
    const { name, before } = await named;
    const earlier = before.earlier.get(name);
    return earlier ? this.#refuse(earlier, digest) : this.#begin(name, tool, digest, before);
  }

  async #refuse(write: WriteEntry, digest: string): Promise<WriteDecision> {
    const earlier = await this.#describeWrite(write);
    this.#repeated.set(digest, earlier.standing);
    return { may: "not", earlier };
  }

  /** Returns the name of this run's next write of a tool to a destination. Reuses a failed write's number. */
  async #nextName(place: unknown, { prefix, own }: WritesBefore): Promise<string> {
    const slot = await this.#options.ledger.digestForWrites(digestOf(place), prefix);
    for (let n = 0; ; n += 1) {
      const name = `${prefix}${slot}/${n}`;
      if (own.has(name)) continue;
      own.add(name);
      return name;
    }
  }

  /** Stores a write before it is sent. `settle` then records its result. */
  async #begin(
    name: string,
    tool: Pick<Tool, "name">,
    digest: string,
    { own, earlier }: WritesBefore,
  ): Promise<WriteDecision> {
    const { ledger, runId, now } = this.#options;
    const { entry, isNew } = await ledger.addWrite(name, {
      tool: tool.name,
      run_id: runId,
      at: timestamp(now()),
      standing: "under_way",
      approval_id: null,
      result_cipher: null,
    });
    // Another run of the message was assumed to have ended, but had not.
    if (!isNew) return this.#refuse(entry, digest);
    const settle = async (result: DispatchResult): Promise<void> => {
      const standing = toStanding(result);
      if (standing === undefined) {
        // The entry is deleted before its number becomes free. Otherwise, the next write's entry would be
        // deleted.
        await ledger.dropWrite(entry);
        this.#repeated.delete(digest);
        own.delete(name);
        return;
      }
      this.#repeated.set(digest, standing);
      const approval_id = approvalOf(result) ?? null;
      const result_cipher = await this.#sealResult(entry.id, result);
      this.#settled.push({ ...entry, standing, approval_id, result_cipher });
    };
    return { may: "go", settle, heldBecause: earlier.size > 0 ? HELD : undefined };
  }

  /**
   * Describes an earlier write. If it is still in progress, its process has died, because runs of a
   * conversation never overlap.
   */
  async #describeWrite({ id, standing, result_cipher }: WriteEntry): Promise<EarlierWrite> {
    const result =
      result_cipher === null
        ? undefined
        : await this.#options.ledger.entries.open<DispatchResult>(id, "result", result_cipher);
    return { standing: standing === "under_way" ? "unknown" : standing, result };
  }
}

/**
 * Returns a call's account and destinations. A tool without destinations writes to its connection. Returns
 * null for invalid arguments, which are not sent anywhere.
 */
async function listDestinations(tool: Tool, args: unknown): Promise<unknown> {
  const { parsed } = readCallArguments(tool, args);
  if (!parsed) return null;
  const places = (await tool.destinations?.(parsed, undefined)) ?? [];
  const account = parsed.credential_id ?? null;
  return [account, ...places.map(({ kind, value }) => `${kind} ${value.toLowerCase()}`).toSorted()];
}

function toStanding(result: DispatchResult): WriteState | undefined {
  if (result.ok) return "made";
  if (result.outcome_unknown) return "unknown";
  return approvalOf(result) === undefined ? undefined : "waiting";
}
