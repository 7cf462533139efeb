import { createHash } from "node:crypto";
import type { ToolCaller } from "../access/caller.ts";
import { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { SealedPlace, Vault } from "../credentials/vault/vault.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { Tool } from "../tool/tool.ts";
import { mergeStates, RunTrace, type RunTraceState } from "./run-trace.ts";
import type { RunTraceRecord, RunTraceStore } from "./run-trace-store.ts";

/** A run that nobody has called in for so long is over. */
export const RUN_KEPT_MS = 24 * 60 * 60_000;
/** Other calls of the run wrote first: so many in a row are a storm, not a race. */
const MAX_TURNS = 8;

export interface RunTracesOptions {
  store: RunTraceStore;
  vault: Vault;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** Facts that a caller with a loop of its own gives about the run that its call belongs to. */
export interface NamedRun {
  /** Any text; left out, the call belongs to no run. */
  runId?: string | undefined;
  /** Destinations that its user has named. */
  allowed?: readonly string[] | undefined;
}

/**
 * Follows the runs of callers with a loop of their own: each call takes up the trace that the calls before it
 * left, for 24 hours. A run belongs to the key that made it.
 */
export class RunTraces {
  readonly #options: RunTracesOptions;

  constructor(options: RunTracesOptions) {
    this.#options = options;
  }

  /**
   * Makes one call of a run with its trace. That outside text comes is written down before the call, so that
   * it is not forgotten with a process that dies. Throws ServiceError `unavailable` when it cannot be, and
   * then nothing was sent.
   */
  async follow<Result>(
    caller: ToolCaller,
    { runId, allowed = [] }: NamedRun,
    tool: Pick<Tool, "reads"> | undefined,
    call: (trace: RunTrace | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { allowed_destinations, places } = caller.policy;
    const namings = { allowed, policy: allowed_destinations, places };
    if (runId === undefined) return call(traceWithoutRun(caller, allowed));
    const id = runDigest(caller, runId);
    const before = await this.#open(caller.tenantId, id);
    const trace = new RunTrace(namings, before?.state);
    if (tool?.reads === "outside" && !trace.readOutside)
      await this.#keep(caller.tenantId, id, { ...trace.state, read_outside: true });
    try {
      return await call(trace);
    } finally {
      if (trace.isChanged) await this.#keepLater(caller.tenantId, id, trace.state);
    }
  }

  async #open(tenantId: string, id: string): Promise<Kept | undefined> {
    const { store, vault, clock } = this.#options;
    const record = await store.find(tenantId, id);
    if (record === undefined) return undefined;
    // One that has run out is as good as none, but its place is taken by its revision.
    if (Date.parse(record.expires_at) <= clock.now()) return { record };
    const state = (await vault.open(placeOf(record), record.state_cipher)).reveal();
    return { record, state: JSON.parse(state) };
  }

  async #keep(tenantId: string, id: string, state: RunTraceState): Promise<void> {
    const { store, vault, clock, random } = this.#options;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const standing = await this.#open(tenantId, id);
      const merged = standing?.state ? mergeStates(standing.state, state) : state;
      const sealed = await vault.seal(
        placeOf({ tenant_id: tenantId, id }),
        new Secret(JSON.stringify(merged)),
      );
      const record: RunTraceRecord = {
        tenant_id: tenantId,
        id,
        revision: random.uuid(),
        state_cipher: sealed,
        expires_at: timestamp(clock.now() + RUN_KEPT_MS),
      };
      if ((await store.keep(record, standing?.record.revision)) !== "taken") return;
    }
    throw new ServiceError("unavailable", "Too many calls of this run at once; try again shortly.");
  }

  /** The call was made, and its caller has to hear how it ended: that outside text came is kept already. */
  async #keepLater(tenantId: string, id: string, state: RunTraceState): Promise<void> {
    try {
      await this.#keep(tenantId, id, state);
    } catch (error) {
      const tenant = { tenant_id: tenantId };
      this.#options.logger.log("warn", "run_trace_not_kept", { ...tenant, ...describeUnexpected(error) });
    }
  }
}

interface Kept {
  record: RunTraceRecord;
  state?: RunTraceState;
}

/** Stands for the run of a call that names none: the policy says whether it follows outside text. */
export function traceWithoutRun(
  { policy }: Pick<ToolCaller, "policy">,
  allowed: readonly string[] = [],
): RunTrace | undefined {
  if (!policy.unnamed_runs_follow_outside_text) return undefined;
  const { allowed_destinations, places } = policy;
  const trace = new RunTrace({ allowed, policy: allowed_destinations, places, isWithoutRun: true });
  trace.noteOutside();
  return trace;
}

function runDigest({ tenantId, keyId, session }: ToolCaller, runId: string): string {
  const named = JSON.stringify(["run", tenantId, keyId, session?.id ?? null, runId]);
  return createHash("sha256").update(named).digest("hex");
}

function placeOf({ tenant_id, id }: Pick<RunTraceRecord, "tenant_id" | "id">): SealedPlace {
  return { tenantId: tenant_id, recordId: id, kind: "run_trace", field: "state" };
}
