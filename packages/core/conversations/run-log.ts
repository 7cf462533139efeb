import { timestamp } from "../clock/clock.ts";
import {
  HEAD_ENTRIES,
  RUN_ENTRIES,
  type SegmentEntry,
  type StopEntry,
  WAIT_ENTRIES,
  type WaitEntry,
} from "./conversation-records.ts";
import type { LedgerEntries, LedgerOptions } from "./ledger-entries.ts";
import { runPosition, runsPosition } from "./positions.ts";

/** Bytes of a segment's text; sealed and in base64 they stay below 64 kB. */
const SEGMENT_BYTES = 47_000;

/** The part of a run's text that has come since the last reading. */
export interface ReadOn {
  text: string;
  /** The run has ended or waits with the last of it. */
  isEnded: boolean;
}

/**
 * Everything that one run of the agent has told, kept in segments, so that a reader elsewhere can follow it,
 * and what it needs to go on where it waits. One object either writes the told text or reads it. Throws
 * ServiceError `unavailable`.
 */
export class RunLog {
  readonly runId: string;
  readonly #options: LedgerOptions;
  readonly #entries: LedgerEntries;
  /** Segments that were written, or read. */
  #passed = 0;

  constructor(options: LedgerOptions, entries: LedgerEntries, runId: string) {
    this.#options = options;
    this.#entries = entries;
    this.runId = runId;
  }

  /** Lets the run be found by its id. */
  async begin(): Promise<void> {
    await this.#entries.put([this.#entries.runPointer(this.runId)]);
  }

  /** Keeps text behind what was kept. `isLast`: the run ends or waits behind it. */
  async append(text: string, isLast: boolean): Promise<void> {
    const segments = await this.#cut(text, (at) => nameOf(this.#passed + at), isLast);
    await this.#entries.put(segments);
    this.#passed += segments.length;
  }

  async #cut(text: string, name: (at: number) => string, isLast: boolean): Promise<SegmentEntry[]> {
    const segments: SegmentEntry[] = [];
    for (const piece of cutIntoPieces(text)) {
      const { id, ...made } = this.#made(name(segments.length + 1));
      const text_cipher = await this.#entries.seal(id, "text", piece);
      segments.push({ ...made, id, type: "segment", text_cipher, is_last: false });
    }
    const last = segments.at(-1);
    if (last) last.is_last = isLast;
    return segments;
  }

  /**
   * Keeps what the run needs to go on once these calls are decided about; nothing in a conversation that was
   * deleted meanwhile. A run waits once for the same first call.
   */
  async wait(approvalIds: readonly string[], state: unknown): Promise<void> {
    const entries = this.#entries;
    if (!(await entries.readHead())) return;
    // First the state: a wait that is found can be opened.
    await entries.put(await this.#cut(JSON.stringify(state), stateName, true));
    await entries.insert({
      ...entries.made(`wait/${this.runId}/${approvalIds[0]}`),
      type: "wait",
      run_id: this.runId,
      approval_ids: approvalIds,
      at: timestamp(this.#options.clock.now()),
      revision: this.#options.random.uuid(),
      standing: "waiting",
    });
  }

  /** Opens what the run needs to go on. */
  async readState<State>(): Promise<State | undefined> {
    let text = "";
    const range = { first: this.#made(stateName(1)).id, last: this.#made(stateName(999_999)).id };
    for await (const some of this.#options.records.range(RUN_ENTRIES, this.#tenantId, range))
      for (const entry of some) {
        if (entry.type !== "segment") continue;
        text += await this.#entries.open<string>(entry.id, "text", entry.text_cipher);
        if (entry.is_last) return JSON.parse(text) as State;
      }
    return undefined;
  }

  async isResumed({ tenant_id, id }: WaitEntry): Promise<boolean> {
    const wait = await this.#options.records.get(WAIT_ENTRIES, [tenant_id, id]);
    return wait?.standing !== "waiting";
  }

  /** Notes that the run goes on. Returns `true` to the first who does. */
  resume({ tenant_id, id }: WaitEntry): Promise<boolean> {
    const { records, random } = this.#options;
    const resumed = { standing: "resumed", revision: random.uuid() } as const;
    return records.change(WAIT_ENTRIES, [tenant_id, id], resumed, { standing: "waiting" });
  }

  /** Reads what was kept since the last reading. */
  async readOn(): Promise<ReadOn> {
    const range = { first: this.#made(nameOf(this.#passed + 1)).id, last: this.#made(nameOf(999_999)).id };
    const read: ReadOn = { text: "", isEnded: false };
    for await (const some of this.#options.records.range(RUN_ENTRIES, this.#tenantId, range))
      for (const entry of some) {
        if (entry.type !== "segment") continue;
        read.text += await this.#entries.open<string>(entry.id, "text", entry.text_cipher);
        read.isEnded = entry.is_last;
        this.#passed += 1;
      }
    return read;
  }

  /** Some process still makes the run. */
  async isUnderWay(): Promise<boolean> {
    const { records, clock } = this.#options;
    const head = await records.get(HEAD_ENTRIES, [this.#tenantId, `${this.#entries.position}/head`]);
    const run = head?.run;
    return run?.run_id === this.runId && Date.parse(run.lease_until) > clock.now();
  }

  /** Asks the process that makes the run to stop it. */
  async askToStop(): Promise<void> {
    const stop: StopEntry = { ...this.#made("stop"), type: "stop" };
    await this.#entries.put([stop]);
  }

  /** A run that goes on is not stopped by what was asked while it waited. */
  async forgetStop(): Promise<void> {
    await this.#options.records.delete(RUN_ENTRIES, [this.#tenantId, this.#made("stop").id]);
  }

  async isAskedToStop(): Promise<boolean> {
    const key = [this.#tenantId, this.#made("stop").id];
    return (await this.#options.records.get(RUN_ENTRIES, key)) !== undefined;
  }

  get #tenantId(): string {
    return this.#entries.owner.tenantId;
  }

  #made(name: string): Pick<SegmentEntry, "tenant_id" | "id" | "expires_at" | "life"> {
    const id = `${runsPosition(this.#entries.position)}${this.runId}/${name}`;
    return { ...this.#entries.made(name), id };
  }
}

/** Finds the run that waits for this approval, or did: of several the one that is named, else the last. */
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

/** Deletes all that is kept of the runs of a conversation beside its own entries, and what leads to them. */
export async function eraseRuns({ records }: LedgerOptions, entries: LedgerEntries): Promise<void> {
  const { owner, position } = entries;
  const first = runsPosition(position);
  const ids: string[] = [];
  for await (const some of records.range(RUN_ENTRIES, owner.tenantId, { first, last: `${first}~` }))
    ids.push(...some.map(({ id }) => id));
  const runs = new Set(ids.map((id) => id.slice(first.length).split("/", 1).join()));
  await entries.delete([...runs].map((run) => runPosition(owner, run)));
  await entries.delete(ids);
}

function nameOf(segment: number): string {
  return String(segment).padStart(6, "0");
}

function stateName(segment: number): string {
  return `state/${nameOf(segment)}`;
}

function* cutIntoPieces(text: string): Generator<string, void> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(SEGMENT_BYTES);
  for (let at = 0; at < text.length; ) {
    const { read } = encoder.encodeInto(text.slice(at, at + SEGMENT_BYTES), bytes);
    yield text.slice(at, at + read);
    at += read;
  }
}
