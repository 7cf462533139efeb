import type {
  ClaimAnswer,
  IdempotencyRecord,
  IdempotencyStore,
} from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import { isTenantDeleted } from "./access-item.ts";
import { tenantPartition } from "./credential-item.ts";
import { type Condition, type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/**
 * Idempotent calls in the tenant's own partition, at `IDEM#<id>`. Every write is held against the revision it
 * replaces:
 *
 *     A   claim r1 (nothing there) ──────────── in flight ───────────── complete r2 IF r1 ✗ → false
 *     B         claim ✗ → taken      (r1's time is over) claim r3 IF r1 ✓
 *     C                              (r1's time is over) claim r4 IF r1 ✗ → taken
 *
 * The SDK repeats a write whose answer was lost, and the repetition finds its own revision in place: hence
 * `OR revision = mine`. That revision leaves with the next write, so a repetition that comes late hits
 * nothing.
 */
export class DynamoIdempotencyStore implements IdempotencyStore {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async find(tenantId: string, id: string): Promise<IdempotencyRecord | undefined> {
    const item = await this.#table.get(recordKey(tenantId, id));
    if (!item) return undefined;
    const { ttl: _ttl, ...record } = stripKey<IdempotencyRecord & { ttl: number }>(item);
    return record;
  }

  async claim(claim: IdempotencyRecord, standing?: IdempotencyRecord): Promise<ClaimAnswer> {
    if (!(await this.#table.put(recordItem(claim), ifReplaces(standing?.revision, claim)))) return "taken";
    if (!(await isTenantDeleted(this.#table, claim.tenant_id))) return "claimed";
    await this.release(claim);
    return "tenant_deleted";
  }

  complete(record: IdempotencyRecord, revision: string): Promise<boolean> {
    return this.#table.put(recordItem(record), ifReplaces(revision, record));
  }

  async release({ tenant_id, id, revision }: IdempotencyRecord): Promise<void> {
    await this.#table.delete(recordKey(tenant_id, id), {
      expression: "#revision = :mine",
      values: { mine: revision },
    });
  }
}

function recordKey(tenantId: string, id: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: `IDEM#${id}` };
}

/**
 * `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check
 * `expires_at`.
 */
function recordItem(record: IdempotencyRecord): Item {
  const ttl = Math.ceil(Date.parse(record.expires_at) / 1000);
  return { ...recordKey(record.tenant_id, record.id), ...record, ttl };
}

function ifReplaces(revision: string | undefined, { revision: mine }: IdempotencyRecord): Condition {
  if (revision === undefined)
    return { expression: "attribute_not_exists(#pk) OR #revision = :mine", values: { mine } };
  return { expression: "#revision IN (:replaced, :mine)", values: { replaced: revision, mine } };
}
