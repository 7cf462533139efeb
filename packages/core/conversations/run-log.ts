import { HEAD_ENTRIES, RUN_ENTRIES, type SegmentEntry, type StopEntry } from "./conversation-records.ts";
import { type LedgerEntries, type LedgerOptions, runPosition, runsPosition } from "./ledger-entries.ts";

/** Bytes of a segment's text; sealed and in base64 they stay below 64 kB. */
const SEGMENT_BYTES = 47_000;

/** The part of a run's text that has come since the last reading. */
export interface ReadOn {
  text: string;
  /** The run has ended or waits with the last of it. */
  isEnded: boolean;
}

/**
 * Everything that one run of the agent has told, kept in segments, so that a reader elsewhere can follow it.
 * One object either writes it or reads it. Throws ServiceError `unavailable`.
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
    const segments: SegmentEntry[] = [];
    for (const piece of cutIntoPieces(text)) {
      const { id, ...made } = this.#made(String(this.#passed + segments.length + 1).padStart(6, "0"));
      const text_cipher = await this.#entries.seal(id, "text", piece);
      segments.push({ ...made, id, type: "segment", text_cipher, is_last: false });
    }
    const last = segments.at(-1);
    if (last) last.is_last = isLast;
    await this.#entries.put(segments);
    this.#passed += segments.length;
  }

  /** Reads what was kept since the last reading. */
  async readOn(): Promise<ReadOn> {
    const first = this.#made(String(this.#passed + 1).padStart(6, "0")).id;
    const range = { first, last: this.#made("999999").id };
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

/** Deletes all that the runs of a conversation have told, and what leads to them. */
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

function* cutIntoPieces(text: string): Generator<string, void> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(SEGMENT_BYTES);
  for (let at = 0; at < text.length; ) {
    const { read } = encoder.encodeInto(text.slice(at, at + SEGMENT_BYTES), bytes);
    yield text.slice(at, at + read);
    at += read;
  }
}
