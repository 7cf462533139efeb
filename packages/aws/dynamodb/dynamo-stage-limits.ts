import { ConditionalCheckFailedException, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  RUN_LIMIT,
  type RunPlace,
  type StageLimits,
  type StageRate,
  type StageVerdict,
} from "@plumbline/core/fairness/stage-limits.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import {
  computeWait,
  findExpiredRuns,
  findNextExpiry,
  findStaleAttributes,
  formatCountAttribute,
  formatRunAttribute,
  type LimitItem,
} from "./limit-item.ts";
import { formatTenantPartition } from "./record-layout.ts";
import { send } from "./send.ts";
import {
  buildPlaceholders,
  type ItemKey,
  marshallKey,
  type TableClient,
  unmarshallItem,
} from "./table-client.ts";

/** Time to live of the item after its last change. DynamoDB deletes it later than that. */
const RETENTION_MS = 3_600_000;
/** Maximum wait suggested to a refused run. */
const RUN_RETRY_MS = 5_000;
/**
 * Maximum number of cached tenants. When it is reached, the cache is cleared, which costs one write per
 * tenant.
 */
const MAX_CACHED_TENANTS = 10_000;

/** State of a tenant that this instance knows without asking the table. */
interface TenantCache {
  /** Limits that are reached, and until when, in milliseconds since the epoch. */
  reachedUntil: Map<string, number>;
  /** Attributes that the next write removes. */
  stale: string[];
}

interface Change {
  add: Readonly<Record<string, number>>;
  set?: Readonly<Record<string, number>>;
  remove?: readonly string[];
  condition?: string;
  values?: Readonly<Record<string, number>>;
}

/**
 * Enforces the limits of a stage, with one item per tenant in the main table. One write counts a request
 * against every rate and takes the slot of a run. Another write releases the slot. A request that exceeds a
 * rate is undone by a second write. Reached limits are cached, so that a flood of requests is refused without
 * writes. If the table does not respond, everything is allowed, because a limit should not cause an outage.
 */
export class DynamoStageLimits implements StageLimits {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #caches = new Map<string, TenantCache>();

  constructor(table: TableClient, { clock, logger }: { clock: Clock; logger: Logger }) {
    this.#table = table;
    this.#clock = clock;
    this.#logger = logger;
  }

  async admit(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict> {
    const { reachedUntil } = this.#getCache(tenantId);
    const now = this.#clock.now();
    const limits = [...rates.map(({ name }) => name), ...(run ? [RUN_LIMIT] : [])];
    const reached = limits.find((name) => (reachedUntil.get(name) ?? 0) > now);
    if (reached !== undefined) return createRefusal(reached, (reachedUntil.get(reached) ?? 0) - now);
    const verdict = await this.#tryOrAllow(tenantId, () => this.#count(tenantId, rates, run));
    return verdict ?? { leave: async () => undefined, undo: async () => undefined };
  }

  /**
   * If the response is lost, the SDK repeats the write. The request then counts twice, but takes the slot
   * once.
   */
  async #count(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict> {
    const now = this.#clock.now();
    const counts = rates.map((rate) => formatCountAttribute(rate, now));
    const runSlot = run && formatRunAttribute(run.runId);
    const counted = await this.#write(tenantId, {
      add: { ...toRecord(counts, 1), ...(run && { held: 1 }) },
      ...(run &&
        runSlot && {
          set: { [runSlot]: Math.ceil(run.until / 1_000) },
          condition: `attribute_not_exists(#${runSlot}) AND (attribute_not_exists(#held) OR #held < :most)`,
          values: { most: run.atMost },
        }),
    });
    // If the write was repeated, the slot is already taken by this run.
    if (runSlot && !counted.isWritten && counted.item[runSlot] === undefined) {
      const expired = findExpiredRuns(counted.item, now);
      if (expired.length === 0)
        return this.#refuse(tenantId, RUN_LIMIT, Math.min(RUN_RETRY_MS, findNextExpiry(counted.item) - now));
      await this.#release(tenantId, expired);
      return this.#count(tenantId, rates, run);
    }
    const [slowest] = rates
      .map((rate) => ({ name: rate.name, wait: computeWait(rate, counted.item, now) }))
      .sort((one, other) => other.wait - one.wait);
    const undo = () =>
      this.#write(tenantId, {
        add: { ...toRecord(counts, -1), ...(runSlot && { held: -1 }) },
        ...(runSlot && { remove: [runSlot], condition: `attribute_exists(#${runSlot})` }),
      });
    if (!slowest || slowest.wait === 0)
      return {
        leave: async () => void (runSlot && (await this.#leave(tenantId, runSlot))),
        undo: async () => void (await this.#tryOrAllow(tenantId, undo)),
      };
    await undo();
    return this.#refuse(tenantId, slowest.name, slowest.wait);
  }

  async #leave(tenantId: string, place: string): Promise<void> {
    this.#getCache(tenantId).reachedUntil.delete(RUN_LIMIT);
    await this.#tryOrAllow(tenantId, () => this.#release(tenantId, [place]));
  }

  /** Releases the slots of runs. Another instance may do the same concurrently. */
  #release(tenantId: string, places: readonly string[]): Promise<unknown> {
    const condition = places.map((place) => `attribute_exists(#${place})`).join(" AND ");
    return this.#write(tenantId, { add: { held: -places.length }, remove: places, condition });
  }

  /** Updates the tenant's item and returns it. If the condition failed, returns the existing item. */
  async #write(
    tenantId: string,
    { add, set = {}, remove = [], condition, values = {} }: Change,
  ): Promise<{ isWritten: boolean; item: LimitItem }> {
    const cache = this.#getCache(tenantId);
    const key = buildLimitKey(tenantId);
    const stale = cache.stale.filter((attribute) => !(attribute in add));
    const removed = [...remove, ...stale].map((name) => `#${name}`);
    const changes = [
      `ADD ${Object.keys(add).map((name) => `#${name} :add_${name}`)}`,
      `SET ${["ttl", ...Object.keys(set)].map((name) => `#${name} = :set_${name}`)}`,
      ...(removed.length > 0 ? [`REMOVE ${removed}`] : []),
    ].join(" ");
    const now = this.#clock.now();
    const command = new UpdateItemCommand({
      TableName: this.#table.tableName,
      Key: marshallKey(key),
      UpdateExpression: changes,
      ...(condition !== undefined && { ConditionExpression: condition }),
      ...buildPlaceholders(`${changes} ${condition ?? ""}`, {
        ...values,
        ...addPrefix("add_", add),
        ...addPrefix("set_", { ...set, ttl: Math.ceil((now + RETENTION_MS) / 1_000) }),
      }),
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      const { Attributes } = await send(this.#table.client.send(command));
      const item = Attributes ? unmarshallItem(Attributes) : {};
      cache.stale = findStaleAttributes(item, now);
      return { isWritten: true, item };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // Some DynamoDB emulators do not return the item of a failed condition.
      const item = error.Item ? unmarshallItem(error.Item) : await this.#table.get(key);
      return { isWritten: false, item: item ?? {} };
    }
  }

  #refuse(tenantId: string, name: string, waitMs: number): StageVerdict {
    this.#getCache(tenantId).reachedUntil.set(name, this.#clock.now() + waitMs);
    return createRefusal(name, waitMs);
  }

  #getCache(tenantId: string): TenantCache {
    const cached = this.#caches.get(tenantId);
    if (cached) return cached;
    if (this.#caches.size >= MAX_CACHED_TENANTS) this.#caches.clear();
    const fresh: TenantCache = { reachedUntil: new Map(), stale: [] };
    this.#caches.set(tenantId, fresh);
    return fresh;
  }

  async #tryOrAllow<Answer>(tenant_id: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.#logger.log("warn", "limit_not_kept", { tenant_id, ...describeUnexpected(error) });
      return undefined;
    }
  }
}

function createRefusal(refusedBy: string, waitMs: number): StageVerdict {
  return { refusedBy, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
}

/** Builds the key, which is in the tenant's partition, so that erasing the tenant includes it. */
function buildLimitKey(tenantId: string): ItemKey {
  return { pk: formatTenantPartition(tenantId), sk: "LIMIT" };
}

function toRecord(names: readonly string[], value: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function addPrefix(prefix: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}
