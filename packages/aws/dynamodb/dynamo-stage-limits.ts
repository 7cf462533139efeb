import { ConditionalCheckFailedException, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { RunPlace, StageLimits } from "@plumbline/core/fairness/stage-limits.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { tenantPartition } from "./record-layout.ts";
import { send } from "./send.ts";
import {
  type Item,
  type ItemKey,
  marshallKey,
  placeholders,
  type TableClient,
  unmarshallItem,
} from "./table-client.ts";

const MINUTE_MS = 60_000;
/** Time that items are kept after what they count has ended. DynamoDB deletes them later than that. */
const KEPT_MS = 3_600_000;
/**
 * Prefix of attributes in a tenant's item of runs. There is one attribute per run, with the time at which its
 * permit expires.
 */
const RUN = "run_";

/**
 * The limits of a stage, in its main table. A request takes one write, and a run takes two, one at its start
 * and one at its end. A limit that was reached is cached until the end of its minute, so that a flood of
 * requests is refused without writes. If the table does not respond, nothing is refused, because a limit
 * should not cause an outage.
 */
export class DynamoStageLimits implements StageLimits {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** Counters that are used up in the minute `#minute`. */
  #full = new Set<string>();
  #minute = 0;

  constructor(table: TableClient, { clock, logger }: { clock: Clock; logger: Logger }) {
    this.#table = table;
    this.#clock = clock;
    this.#logger = logger;
  }

  async countRequest(tenantId: string, counter: string, perMinute: number): Promise<number | undefined> {
    const now = this.#clock.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) [this.#full, this.#minute] = [new Set(), minute];
    const name = `${tenantId} ${counter}`;
    const waitSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000);
    if (this.#full.has(name)) return waitSeconds;
    const counted = await this.#unlessDown(tenantId, () => this.#add(tenantId, `${counter}#${minute}`));
    if (counted === undefined || counted <= perMinute) return undefined;
    this.#full.add(name);
    return waitSeconds;
  }

  /** Counts a request. If the response is lost, the SDK repeats the write and the request counts twice. */
  async #add(tenantId: string, counter: string): Promise<number> {
    const stored = await this.#update(keyOf(tenantId, counter), {
      changes: "ADD #used :one SET #ttl = :ttl",
      values: { one: 1, ttl: this.#ttlAfter(this.#clock.now()) },
    });
    return Number(stored.item?.used ?? 0);
  }

  async enterRun(tenantId: string, place: RunPlace): Promise<(() => Promise<void>) | undefined> {
    const free = () => Promise.resolve();
    const leave = await this.#unlessDown(tenantId, () => this.#enter(tenantId, place), free);
    return leave ?? undefined;
  }

  /** Acquires a permit for a run. Returns `null` if the limit is reached. */
  async #enter(tenantId: string, { runId, atMost, until }: RunPlace): Promise<(() => Promise<void>) | null> {
    const key = keyOf(tenantId, "runs");
    const run = RUN + runId;
    const leave = async () => {
      await this.#unlessDown(tenantId, () => this.#takeOut(key, [run]));
    };
    for (;;) {
      const { isWritten, item } = await this.#update(key, {
        changes: "SET #run = :until, #ttl = :ttl ADD #held :one",
        condition: "attribute_not_exists(#run) AND (attribute_not_exists(#held) OR #held < :most)",
        values: { until, one: 1, most: atMost, ttl: this.#ttlAfter(until) },
        names: { run },
      });
      // The response was lost, and the SDK has repeated the write.
      if (isWritten || item?.[run] !== undefined) return leave;
      const over = runsUntil(item, this.#clock.now());
      if (over.length === 0) return null;
      await this.#takeOut(key, over);
    }
  }

  /** Releases the permits of runs. Another instance may do the same concurrently. */
  #takeOut(key: ItemKey, runs: readonly string[]): Promise<unknown> {
    const names = Object.fromEntries(runs.map((run, index) => [`run_${index}`, run]));
    const all = Object.keys(names).map((name) => `#${name}`);
    return this.#update(key, {
      changes: `REMOVE ${all.join(", ")} ADD #held :places`,
      condition: all.map((name) => `attribute_exists(${name})`).join(" AND "),
      values: { places: -runs.length },
      names,
    });
  }

  /** Updates an item and returns it: the new item, or the existing one if the condition failed. */
  async #update(
    key: ItemKey,
    { changes, condition, values, names = {} }: Update,
  ): Promise<{ isWritten: boolean; item: Item | undefined }> {
    const { ExpressionAttributeNames, ...rest } = placeholders(`${changes} ${condition ?? ""}`, values);
    const placed = Object.entries(names).map(([name, attribute]) => [`#${name}`, attribute]);
    const command = new UpdateItemCommand({
      TableName: this.#table.tableName,
      Key: marshallKey(key),
      UpdateExpression: changes,
      ...(condition !== undefined && { ConditionExpression: condition }),
      ...rest,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, ...Object.fromEntries(placed) },
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      const { Attributes } = await send(this.#table.client.send(command));
      return { isWritten: true, item: Attributes && unmarshallItem(Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // Some implementations of DynamoDB do not return the item with the refusal.
      const item = error.Item ? unmarshallItem(error.Item) : await this.#table.get(key);
      return { isWritten: false, item };
    }
  }

  async #unlessDown<Answer>(
    tenant_id: string,
    ask: () => Promise<Answer>,
    otherwise?: Answer,
  ): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.#logger.log("warn", "limit_not_kept", { tenant_id, ...describeUnexpected(error) });
      return otherwise;
    }
  }

  #ttlAfter(time: number): number {
    return Math.ceil((time + KEPT_MS) / 1_000);
  }
}

interface Update {
  changes: string;
  condition?: string;
  values: Readonly<Record<string, unknown>>;
  /** Attributes whose names cannot be used as placeholders, by placeholder. */
  names?: Readonly<Record<string, string>>;
}

/** Returns the key, which is in the tenant's partition, so that the tenant's erasure includes it. */
function keyOf(tenantId: string, counter: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `LIMIT#${counter}` };
}

/** Returns the runs whose permits have expired, because their processes died. */
function runsUntil(item: Item | undefined, now: number): string[] {
  return Object.entries(item ?? {})
    .filter(([name, until]) => name.startsWith(RUN) && Number(until) <= now)
    .map(([name]) => name);
}
