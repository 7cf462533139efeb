import type { Clock } from "@plumbline/core/clock/clock.ts";
import { type CredentialRecord, getLastVersion } from "@plumbline/core/credentials/credential.ts";
import { CREDENTIALS } from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import {
  CLAIMS_PER_READ,
  hashLabel,
  hasSameLabel,
  type LabelClaims,
} from "@plumbline/core/credentials/label-claims.ts";
import { batchGet } from "./batches.ts";
import { DynamoRecordStore } from "./dynamo-record-store.ts";
import { createDynamoWatchEvents } from "./dynamo-watch-events.ts";
import { createDynamoWatchWheel } from "./dynamo-watch-wheel.ts";
import { queryRange } from "./query-range.ts";
import { buildCondition } from "./record-condition.ts";
import { createItemKey, formatTenantPartition, parseRecord } from "./record-layout.ts";
import { createTableUnavailableError } from "./send.ts";
import { IF_ABSENT, type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/**
 * Opens the stores in DynamoDB. `keyTable` contains records that writers of the main table must not be able
 * to change.
 */
export function createDynamoStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  return {
    records: new DynamoRecordStore(table, keyTable, clock),
    labelClaims: new DynamoLabelClaims(table, clock),
    watchWheel: createDynamoWatchWheel(table, clock),
    watchEvents: createDynamoWatchEvents(table, clock),
  };
}

/** Reserves a label for a credential. It takes effect once the record has reached `claim_version`. */
interface LabelClaim {
  credential_id: string;
  claim_version: number;
}

/**
 * Maximum number of attempts. In each one another writer was faster, so this many in a row indicate a serious
 * problem.
 */
const MAX_ATTEMPTS = 20;

const CLAIM_PREFIX = "CREDLABEL#";

/**
 * Ensures that labels are unique per tenant and kind, ignoring case, without transactions. A writer claims
 * the label, then writes its record. A claim alone has no effect: the record it refers to decides, and all
 * writes of that record are conditional.
 *
 * kept the record is at `claim_version` or later and has the label: the label is taken
 * dead the record is at `claim_version` or later and has another label: the claim may be replaced
 * pending the record does not exist yet: its writer is between its two writes, or has died there
 */
class DynamoLabelClaims implements LabelClaims {
  readonly #table: TableClient;
  readonly #clock: Clock;

  /** `clock` is used to wait if the table throttles a batch. */
  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async claim(record: CredentialRecord): Promise<boolean> {
    const key = buildClaimKey(record);
    const newClaim = { ...key, credential_id: record.id, claim_version: record.version };
    if (await this.#table.put(newClaim, IF_ABSENT)) return true;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const item = await this.#table.get(key);
      if (!item) {
        if (await this.#table.put(newClaim, IF_ABSENT)) return true;
        continue;
      }
      const existing = stripKey<LabelClaim>(item);
      if (existing.credential_id === record.id) {
        // If the same version was claimed twice, the record's own condition decides. If a later version
        // was claimed, this writer is stale and its write will be refused.
        if (existing.claim_version >= record.version) return true;
      } else {
        const status = await this.#readStatus(existing, record);
        if (status === "kept") return false;
        if (status === "unsettled") continue;
      }
      if (await this.#table.put(newClaim, buildCondition(existing, "credential_id"))) return true;
    }
    throw createTableUnavailableError();
  }

  async free(record: CredentialRecord, lastVersion: number): Promise<void> {
    await this.#table.delete(buildClaimKey(record), {
      expression: "#credential_id = :id AND #claim_version <= :left",
      values: { id: record.id, left: lastVersion },
    });
  }

  async claimants(
    tenant_id: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly string[]> {
    const keys = kinds.map((kind) => ({
      table: this.#table,
      key: buildClaimKey({ tenant_id, kind, label }),
    }));
    const items = await batchGet(keys, { clock: this.#clock, consistent: true });
    return items.flatMap((item) => (item ? [stripKey<LabelClaim>(item).credential_id] : []));
  }

  /** Yields the claims of some kinds, sorted by kind. Reads the kinds in parallel, each as far as needed. */
  async *claimantsOfKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncGenerator<readonly string[]> {
    const seen = new Set<string>();
    let ranges = kinds.map((kind) =>
      queryRange(this.#table, buildKindRange(tenantId, kind), { together: CLAIMS_PER_READ }),
    );
    while (ranges.length > 0) {
      const pages = await Promise.all(ranges.map((range) => range.next()));
      ranges = ranges.filter((_range, index) => pages[index]?.done === false);
      const claims = pages.flatMap(({ value = [] }) => value.map((item: Item) => stripKey<LabelClaim>(item)));
      const unseen = new Set(claims.map(({ credential_id }) => credential_id).filter((id) => !seen.has(id)));
      for (const id of unseen) seen.add(id);
      yield [...unseen];
    }
  }

  /**
   * Returns the value of a claim. `unsettled`: the claim was pending. Its record is now fenced or has just
   * changed, so check again.
   */
  async #readStatus(claim: LabelClaim, wanted: CredentialRecord): Promise<"kept" | "dead" | "unsettled"> {
    const key = createItemKey(CREDENTIALS, [wanted.tenant_id, claim.credential_id]);
    const item = await this.#table.get(key);
    const holder = item && parseRecord(CREDENTIALS, item);
    if (holder && getLastVersion(holder) >= claim.claim_version)
      return hasSameLabel(holder, wanted) ? "kept" : "dead";
    // A fence is in place of the record.
    if (item && !holder) return "dead";
    await this.#fence(key, holder, claim.claim_version);
    return "unsettled";
  }

  async #fence(key: ItemKey, holder: CredentialRecord | undefined, upTo: number): Promise<void> {
    if (!holder) {
      await this.#table.put({ ...key, never_finished: true }, IF_ABSENT);
      return;
    }
    const { version, fenced_version } = holder;
    const asRead = buildCondition({ version, fenced_version }, "version");
    await this.#table.update(key, { fenced_version: upTo }, asRead);
  }
}

function buildClaimKey({
  tenant_id,
  kind,
  label,
}: Pick<CredentialRecord, "tenant_id" | "kind" | "label">): ItemKey {
  return { pk: formatTenantPartition(tenant_id), sk: `${CLAIM_PREFIX}${kind}#${hashLabel(label)}` };
}

/** Returns the range of a kind's claims. `~` comes after every base64url character. */
function buildKindRange(tenantId: string, kind: CredentialKind) {
  const prefix = `${CLAIM_PREFIX}${kind}#`;
  return { pk: formatTenantPartition(tenantId), first: prefix, last: `${prefix}~` };
}
