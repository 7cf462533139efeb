import type { ToolCaller } from "../access/caller.ts";
import { timestamp } from "../clock/clock.ts";
import { NOTHING_READ, type RunNamings, RunTrace } from "../policy/run-trace.ts";
import type { Tool } from "../tool/tool.ts";
import { digestOf, ownerOf } from "./conversation-owner.ts";
import { LEDGER_ENTRIES, type MarkEntry } from "./conversation-records.ts";
import type { LedgerOptions } from "./stored-entries.ts";

/** Time after reading untrusted text for which a key's calls without an ID count as influenced by it. */
const MARKED_MS = 60 * 60_000;
/** Minimum interval between writes of one mark by this process. A mark may end up to this much early. */
const REWRITE_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Tracks calls that state neither a conversation nor a run, if the tenant's policy requires it. For these it
 * is only known whether the same key, end user and client has read untrusted text within the last hour.
 */
export class UnnamedCalls {
  readonly #options: LedgerOptions;
  /** When this process last wrote each mark. */
  readonly #written = new Map<string, number>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /**
   * Runs a call with a trace that says whether its key has read untrusted text, and marks the key if the tool
   * reads such text. Only tools with destinations are restricted. Marks do not say whether the text was mail.
   */
  async runWithTrace<Result>(
    caller: ToolCaller,
    { client, ...namings }: RunNamings & { client?: string | undefined },
    tool: Pick<Tool, "name" | "reads" | "destinations"> | undefined,
    call: (trace: RunTrace | undefined) => Promise<Result>,
  ): Promise<Result> {
    if (!caller.policy.unnamed_runs_follow_outside_text || !tool) return call(undefined);
    const id = markId(caller, client);
    const hasDestinations = tool.destinations !== undefined;
    const read_outside = hasDestinations && (await this.#isMarked(caller.tenantId, id));
    if (tool.reads === "outside") await this.#mark(caller.tenantId, id, tool.name);
    return call(
      new RunTrace(
        { ...namings, isWithoutRun: true },
        { ...NOTHING_READ, read_outside, read_beside_mail: read_outside },
      ),
    );
  }

  /**
   * Records that a call with a conversation reads untrusted text, because other calls of its key may state no
   * conversation.
   */
  async markReader(caller: ToolCaller, client: string | undefined, by: string): Promise<void> {
    if (caller.policy.unnamed_runs_follow_outside_text)
      await this.#mark(caller.tenantId, markId(caller, client), by);
  }

  async #isMarked(tenantId: string, id: string): Promise<boolean> {
    const { records, clock } = this.#options;
    const written = this.#written.get(`${tenantId}/${id}`);
    if (written !== undefined && clock.now() - written < MARKED_MS) return true;
    const mark = await records.get(LEDGER_ENTRIES, [tenantId, id]);
    return mark !== undefined && Date.parse(mark.expires_at) > clock.now();
  }

  async #mark(tenantId: string, id: string, by: string): Promise<void> {
    const { records, clock } = this.#options;
    const now = clock.now();
    const key = `${tenantId}/${id}`;
    if (now - (this.#written.get(key) ?? -Infinity) < REWRITE_MS) return;
    const expires_at = timestamp(now + MARKED_MS);
    const at = timestamp(now);
    const mark: MarkEntry = { tenant_id: tenantId, id, life: "unnamed", type: "mark", at, by, expires_at };
    await records.put(LEDGER_ENTRIES, mark);
    if (this.#written.size >= MAX_REMEMBERED) this.#written.clear();
    this.#written.set(key, now);
  }
}

function markId(caller: ToolCaller, client: string | undefined): string {
  return `unnamed/${digestOf([ownerOf(caller).digest, client ?? null])}`;
}
