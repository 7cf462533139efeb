import { timestamp } from "../clock/clock.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import {
  CLAIM_ENTRIES,
  HEAD_ENTRIES,
  RUN_ENTRIES,
  type SegmentEntry,
  type StopEntry,
  WAIT_ENTRIES,
  type WaitEntry,
} from "./conversation-records.ts";
import { claimId, headId, runPointerId, runsPrefix } from "./entry-ids.ts";
import type { LedgerEntries } from "./ledger-entries.ts";
import type { LedgerOptions } from "./stored-entries.ts";

/** Maximum size of a segment's text, in bytes. Encrypted and in base64, it is less than 64 kB. */
const SEGMENT_BYTES = 47_000;

/** A run's output since the last read. */
export interface NewOutput {
  text: string;
  /** True if the run ended, or started to wait, after this text. */
  isEnded: boolean;
}

/** The stored output of a run, which may still be in progress. */
export interface RunOutput {
  readNext(): Promise<NewOutput>;
  isRunning(): Promise<boolean>;
}

/**
 * Stores the output of an agent run in segments, so that other processes can follow it, and the state for
 * resuming it after a wait. Before an instance appends to stored output, it must have read all of it. Throws
 * ServiceError `unavailable`.
 */
export class RunLog implements RunOutput {
  readonly runId: string;
  readonly #options: LedgerOptions;
  readonly #entries: LedgerEntries;
  /** Number of segments written or read. */
  #segmentCount = 0;

  constructor(options: LedgerOptions, entries: LedgerEntries, runId: string) {
    this.#options = options;
    this.#entries = entries;
    this.runId = runId;
  }

  /** Makes a run without a lease findable by its ID. */
  async begin(): Promise<void> {
    await this.#entries.put([this.#entries.runPointer(this.runId)]);
  }

  /** Appends output. `isLast` is true if the run ends or waits after it. */
  async append(text: string, isLast: boolean): Promise<void> {
    const segments = await this.#segment(text, (at) => segmentName(this.#segmentCount + at), isLast);
    await this.#entries.put(segments);
    this.#segmentCount += segments.length;
  }

  async #segment(text: string, name: (at: number) => string, isLast: boolean): Promise<SegmentEntry[]> {
    const segments: SegmentEntry[] = [];
    for (const piece of cutIntoPieces(text)) {
      const { id, ...fields } = this.#entryFields(name(segments.length + 1));
      const text_cipher = await this.#entries.seal(id, "text", piece);
      segments.push({ ...fields, id, type: "segment", text_cipher, is_last: false });
    }
    const last = segments.at(-1);
    if (last) last.is_last = isLast;
    return segments;
  }

  /**
   * Stores the state for resuming the run once these calls are decided. Adds nothing if the conversation was
   * deleted meanwhile, and no second wait for the same first call.
   */
  async wait(approvalIds: readonly string[], state: unknown): Promise<void> {
    const entries = this.#entries;
    if (!(await entries.readHead())) return;
    // The state is written first, so that every wait that is found can be resumed.
    await entries.put(await this.#segment(JSON.stringify(state), stateName, true));
    await entries.insert({
      ...entries.fieldsOf(`wait/${this.runId}/${approvalIds[0]}`),
      type: "wait",
      run_id: this.runId,
      approval_ids: approvalIds,
      at: timestamp(this.#options.clock.now()),
      revision: this.#options.random.uuid(),
      standing: "waiting",
    });
  }

  /** Returns the state for resuming the run. */
  async readState<State>(): Promise<State | undefined> {
    let text = "";
    for (const segment of await this.#readSegments(stateName, 1)) {
      text += await this.#entries.open<string>(segment.id, "text", segment.text_cipher);
      if (segment.is_last) return JSON.parse(text) as State;
    }
    return undefined;
  }

  /** Returns whether the run still waits. Returns `undefined` if its conversation was deleted. */
  async readWaitState({ tenant_id, id }: WaitEntry): Promise<WaitEntry["standing"] | undefined> {
    return (await this.#options.records.get(WAIT_ENTRIES, [tenant_id, id]))?.standing;
  }

  /**
   * Appends output of a run that waits, and stores whether it still waits, in one request. Returns `false` if
   * the run was resumed or stopped, or other output was appended, since this instance has read the output.
   */
  async appendWhileWaiting(wait: WaitEntry, text: string, standing: WaitEntry["standing"]): Promise<boolean> {
    const { records, random } = this.#options;
    const segments = await this.#segment(text, (at) => segmentName(this.#segmentCount + at), true);
    const changed = { ...wait, standing, revision: random.uuid() };
    return records.transact([
      { kind: WAIT_ENTRIES, replace: changed, where: { standing: "waiting" } },
      ...segments.map((segment) => ({ kind: RUN_ENTRIES, insert: segment })),
    ]);
  }

  /** Records that the run resumes. Returns `true` only for the first caller. */
  resume({ tenant_id, id }: WaitEntry): Promise<boolean> {
    const { records, random } = this.#options;
    const resumed = { standing: "resumed", revision: random.uuid() } as const;
    return records.change(WAIT_ENTRIES, [tenant_id, id], resumed, { standing: "waiting" });
  }

  /** Reads the output since the last read. */
  async readNext(): Promise<NewOutput> {
    const read: NewOutput = { text: "", isEnded: false };
    for (const segment of await this.#readSegments(segmentName, this.#segmentCount + 1)) {
      read.text += await this.#entries.open<string>(segment.id, "text", segment.text_cipher);
      read.isEnded = segment.is_last;
      this.#segmentCount += 1;
    }
    return read;
  }

  async #readSegments(name: (segment: number) => string, from: number): Promise<SegmentEntry[]> {
    const range = { first: this.#entryFields(name(from)).id, last: this.#entryFields(name(999_999)).id };
    const found = await readRange(this.#options.records, RUN_ENTRIES, this.#tenantId, range);
    return found.filter((entry) => entry.type === "segment");
  }

  /** Returns true if a process is still executing the run. */
  async isRunning(): Promise<boolean> {
    const { records, clock } = this.#options;
    const head = await records.get(HEAD_ENTRIES, [this.#tenantId, headId(this.#entries.position)]);
    const run = head?.run;
    return run?.run_id === this.runId && Date.parse(run.lease_until) > clock.now();
  }

  /** Asks the process that executes the run to stop it. */
  async askToStop(): Promise<void> {
    const stop: StopEntry = { ...this.#entryFields("stop"), type: "stop" };
    await this.#entries.put([stop]);
  }

  async isAskedToStop(): Promise<boolean> {
    const key = [this.#tenantId, this.#entryFields("stop").id];
    return (await this.#options.records.get(RUN_ENTRIES, key)) !== undefined;
  }

  /** Identifies the run's conversation. */
  get conversation(): CallConversation {
    return this.#entries.conversation;
  }

  get #tenantId(): string {
    return this.#entries.owner.tenantId;
  }

  #entryFields(name: string): Pick<SegmentEntry, "tenant_id" | "id" | "expires_at" | "life"> {
    const id = `${runsPrefix(this.#entries.position)}${this.runId}/${name}`;
    return { ...this.#entries.fieldsOf(name), id };
  }
}

/**
 * Finds the run that waits or waited for this approval: the one with `runId` if given, otherwise the last.
 */
export function findWait(
  { entries }: { entries: LedgerEntries },
  approvalId: string,
  runId?: string,
): WaitEntry | undefined {
  return entries.all
    .filter((entry) => entry.type === "wait")
    .filter(({ run_id, approval_ids }) => (runId ?? run_id) === run_id && approval_ids.includes(approvalId))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
}

/**
 * Deletes everything stored about a conversation's runs outside its own entries, and the pointers to them.
 * `closesClaims`: a repeat of a request that has started one of them must not start another.
 */
export async function eraseRuns(
  { records }: LedgerOptions,
  entries: LedgerEntries,
  closesClaims: boolean,
): Promise<void> {
  const { owner, position } = entries;
  const first = runsPrefix(position);
  const found = await readRange(records, RUN_ENTRIES, owner.tenantId, startingWith(first));
  const ids = found.map(({ id }) => id);
  const runs = new Set(ids.map((id) => id.slice(first.length).split("/", 1).join()));
  // The latest run may have no output yet.
  if (entries.head?.run) runs.add(entries.head.run.run_id);
  if (closesClaims) await closeClaims({ records }, owner, (runId) => runs.has(runId));
  await entries.delete([...runs].map((run) => runPointerId(owner, run)));
  await entries.delete(ids);
}

/** Closes the claims of erased runs. What remains of each until it expires is digests. */
export async function closeClaims(
  { records }: Pick<LedgerOptions, "records">,
  owner: ConversationOwner,
  isErased: (runId: string) => boolean,
): Promise<void> {
  const claims = await readRange(records, CLAIM_ENTRIES, owner.tenantId, startingWith(claimId(owner, "")));
  for (const { id, run_id } of claims)
    if (run_id !== null && isErased(run_id))
      await records.change(CLAIM_ENTRIES, [owner.tenantId, id], { run_id: null }, { run_id });
}

function segmentName(segment: number): string {
  return String(segment).padStart(6, "0");
}

function stateName(segment: number): string {
  return `state/${segmentName(segment)}`;
}

/** Cuts a text into pieces of at most `maxBytes` in UTF-8. */
export function* cutIntoPieces(text: string, maxBytes = SEGMENT_BYTES): Generator<string, void> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(maxBytes);
  for (let at = 0; at < text.length; ) {
    // Encodes as many whole characters as fit, and returns their length in the text.
    const { read } = encoder.encodeInto(text.slice(at, at + maxBytes), bytes);
    yield text.slice(at, at + read);
    at += read;
  }
}
