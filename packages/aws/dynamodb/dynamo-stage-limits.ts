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
  countAttribute,
  expiredRuns,
  type LimitItem,
  nextExpiry,
  runAttribute,
  staleAttributes,
  waitFor,
} from "./limit-item.ts";
import { tenantPartition } from "./record-layout.ts";
import { send } from "./send.ts";
import { type ItemKey, marshallKey, placeholders, type TableClient, unmarshallItem } from "./table-client.ts";

/** Time that the item is kept after its last change. DynamoDB deletes it later than that. */
const KEPT_MS = 3_600_000;
/** Longest time that a refused run should wait for a place. */
const RUN_RETRY_MS = 5_000;
/** Number of remembered tenants. Beyond it all are forgotten, which costs one write for each. */
const MAX_REMEMBERED = 10_000;

/** The knowledge of an instance about a tenant. */
interface Remembered {
  /** Limits that are used up, and until when, in milliseconds since the epoch. */
  full: Map<string, number>;
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
 * The limits of a stage, in one item per tenant of its main table. A request takes one write, which counts it
 * against every rate and takes the place of a run; releasing the place takes another. A request that exceeds
 * a rate is taken back by a second write. What is used up is remembered, so that a flood of requests is
 * refused without writes. If the table does not respond, nothing is refused, because a limit should not
 * cause an outage.
 */
export class DynamoStageLimits implements StageLimits {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #remembered = new Map<string, Remembered>();

  constructor(table: TableClient, { clock, logger }: { clock: Clock; logger: Logger }) {
    this.#table = table;
    this.#clock = clock;
    this.#logger = logger;
  }

  async admit(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict> {
    const { full } = this.#remember(tenantId);
    const now = this.#clock.now();
    const limits = [...rates.map(({ name }) => name), ...(run ? [RUN_LIMIT] : [])];
    const reached = limits.find((name) => (full.get(name) ?? 0) > now);
    if (reached !== undefined) return createRefusal(reached, (full.get(reached) ?? 0) - now);
    const verdict = await this.#unlessDown(tenantId, () => this.#count(tenantId, rates, run));
    return verdict ?? { leave: async () => undefined, undo: async () => undefined };
  }

  /** If the response is lost, the SDK repeats the write: the request counts twice, a place is taken once. */
  async #count(tenantId: string, rates: readonly StageRate[], run?: RunPlace): Promise<StageVerdict> {
    const now = this.#clock.now();
    const counts = rates.map((rate) => countAttribute(rate, now));
    const place = run && runAttribute(run.runId);
    const counted = await this.#write(tenantId, {
      add: { ...toRecord(counts, 1), ...(run && { held: 1 }) },
      ...(run &&
        place && {
          set: { [place]: Math.ceil(run.until / 1_000) },
          condition: `attribute_not_exists(#${place}) AND (attribute_not_exists(#held) OR #held < :most)`,
          values: { most: run.atMost },
        }),
    });
    // If a write was repeated, the place is there already.
    if (place && !counted.isWritten && counted.item[place] === undefined) {
      const expired = expiredRuns(counted.item, now);
      if (expired.length === 0)
        return this.#refuse(tenantId, RUN_LIMIT, Math.min(RUN_RETRY_MS, nextExpiry(counted.item) - now));
      await this.#release(tenantId, expired);
      return this.#count(tenantId, rates, run);
    }
    const [longest] = rates
      .map((rate) => ({ name: rate.name, wait: waitFor(rate, counted.item, now) }))
      .sort((one, other) => other.wait - one.wait);
    const takeBack = () =>
      this.#write(tenantId, {
        add: { ...toRecord(counts, -1), ...(place && { held: -1 }) },
        ...(place && { remove: [place], condition: `attribute_exists(#${place})` }),
      });
    if (!longest || longest.wait === 0)
      return {
        leave: async () => void (place && (await this.#leave(tenantId, place))),
        undo: async () => void (await this.#unlessDown(tenantId, takeBack)),
      };
    await takeBack();
    return this.#refuse(tenantId, longest.name, longest.wait);
  }

  async #leave(tenantId: string, place: string): Promise<void> {
    this.#remember(tenantId).full.delete(RUN_LIMIT);
    await this.#unlessDown(tenantId, () => this.#release(tenantId, [place]));
  }

  /** Releases the places of runs. Another instance may do the same concurrently. */
  #release(tenantId: string, places: readonly string[]): Promise<unknown> {
    const condition = places.map((place) => `attribute_exists(#${place})`).join(" AND ");
    return this.#write(tenantId, { add: { held: -places.length }, remove: places, condition });
  }

  /** Writes the tenant's item and returns it: the new item, or the existing one if the condition failed. */
  async #write(
    tenantId: string,
    { add, set = {}, remove = [], condition, values = {} }: Change,
  ): Promise<{ isWritten: boolean; item: LimitItem }> {
    const remembered = this.#remember(tenantId);
    const key = buildKey(tenantId);
    const stale = remembered.stale.filter((attribute) => !(attribute in add));
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
      ...placeholders(`${changes} ${condition ?? ""}`, {
        ...values,
        ...addPrefix("add_", add),
        ...addPrefix("set_", { ...set, ttl: Math.ceil((now + KEPT_MS) / 1_000) }),
      }),
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      const { Attributes } = await send(this.#table.client.send(command));
      const item = Attributes ? unmarshallItem(Attributes) : {};
      remembered.stale = staleAttributes(item, now);
      return { isWritten: true, item };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // Some implementations of DynamoDB do not return the item with the refusal.
      const item = error.Item ? unmarshallItem(error.Item) : await this.#table.get(key);
      return { isWritten: false, item: item ?? {} };
    }
  }

  #refuse(tenantId: string, name: string, waitMs: number): StageVerdict {
    this.#remember(tenantId).full.set(name, this.#clock.now() + waitMs);
    return createRefusal(name, waitMs);
  }

  #remember(tenantId: string): Remembered {
    const known = this.#remembered.get(tenantId);
    if (known) return known;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    const fresh: Remembered = { full: new Map(), stale: [] };
    this.#remembered.set(tenantId, fresh);
    return fresh;
  }

  async #unlessDown<Answer>(tenant_id: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
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

/** Returns the key, which is in the tenant's partition, so that the tenant's erasure includes it. */
function buildKey(tenantId: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: "LIMIT" };
}

function toRecord(names: readonly string[], value: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function addPrefix(prefix: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}
