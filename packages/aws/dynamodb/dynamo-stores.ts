import type { Clock } from "@plumbline/core/clock/clock.ts";
import { type CredentialRecord, lastVersionOf } from "@plumbline/core/credentials/credential.ts";
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
import { dynamoWatchEvents } from "./dynamo-watch-events.ts";
import { dynamoWatchWheel } from "./dynamo-watch-wheel.ts";
import { queryRange } from "./query-range.ts";
import { conditionOf } from "./record-condition.ts";
import { itemKey, recordOf, tenantPartition } from "./record-layout.ts";
import { tableUnavailable } from "./send.ts";
import { IF_ABSENT, type Item, type ItemKey, stripKey, type TableClient } from "./table-client.ts";

/**
 * Opens the stores implemented by DynamoDB. `keyTable` contains records that writers of the main table must
 * not be able to change.
 */
export function dynamoStores(table: TableClient, keyTable: TableClient, clock: Clock) {
  return {
    records: new DynamoRecordStore(table, keyTable, clock),
    labelClaims: new DynamoLabelClaims(table, clock),
    watchWheel: dynamoWatchWheel(table, clock),
    watchEvents: dynamoWatchEvents(table, clock),
  };
}

/** States that a credential holds a label, or will hold it from `claim_version` of its record on. */
interface LabelClaim {
  credential_id: string;
  claim_version: number;
}

/**
 * Maximum number of turns of the loop. In every turn another writer was faster, so this many in a row
 * indicate a serious problem.
 */
const MAX_TURNS = 20;

const PREFIX = "CREDLABEL#";

/**
 * Ensures one credential per (tenant, kind, label ignoring case) without transactions. A writer claims the
 * label, then writes its record. A claim has no effect on its own: the record that it names decides, and all
 * writes of that record are conditional.
 *
 *     kept      the record is at `claim_version` or later and has the label: the label is taken
 *     dead      the record is at `claim_version` or later and has another: the claim may be replaced
 *     pending   the record does not exist yet: its writer is between its two writes, or died there
 *
 * A slow writer cannot be told from a dead one, so a second writer does not wait: it fences the record up to
 * the version that the first writer needs. The record itself stays unchanged, so that its signature stays
 * valid. The record decides, in one write, which writer came first:
 *
 *     A   claim L for (a, 2) ──────────────────────────────────── put (a, 2) IF unfenced ✗ → stale
 *     B            claim L ✗ ── read a: at 1 ── fence a at 2 IF at 1 ── replace (a, 2) by (b, 1) ── put b
 *
 * A record that does not exist is fenced by an item in its place. If A's record comes before the fence, the
 * condition of the fence fails and B finds the label taken. A claim is replaced or released only if its ID
 * and version are still those that were read. Because IDs and versions are never reused, late writes have no
 * effect.
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
    const key = claimKey(record);
    const mine = { ...key, credential_id: record.id, claim_version: record.version };
    if (await this.#table.put(mine, IF_ABSENT)) return true;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const item = await this.#table.get(key);
      if (!item) {
        if (await this.#table.put(mine, IF_ABSENT)) return true;
        continue;
      }
      const standing = stripKey<LabelClaim>(item);
      if (standing.credential_id === record.id) {
        // If the same version was claimed twice, the record's own condition decides. If a later version
        // was claimed, this writer is stale and its write will be refused.
        if (standing.claim_version >= record.version) return true;
      } else {
        const worth = await this.#worth(standing, record);
        if (worth === "kept") return false;
        if (worth === "unsettled") continue;
      }
      if (await this.#table.put(mine, conditionOf(standing, "credential_id"))) return true;
    }
    throw tableUnavailable();
  }

  async free(record: CredentialRecord, left: number): Promise<void> {
    await this.#table.delete(claimKey(record), {
      expression: "#credential_id = :id AND #claim_version <= :left",
      values: { id: record.id, left },
    });
  }

  async claimants(
    tenant_id: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly string[]> {
    const keys = kinds.map((kind) => ({ table: this.#table, key: claimKey({ tenant_id, kind, label }) }));
    const items = await batchGet(keys, { clock: this.#clock, consistent: true });
    return items.flatMap((item) => (item ? [stripKey<LabelClaim>(item).credential_id] : []));
  }

  /** Yields the claims of some kinds, sorted by kind. Reads the kinds in parallel, each as far as needed. */
  async *claimantsOfKinds(
    tenantId: string,
    kinds: readonly CredentialKind[],
  ): AsyncGenerator<readonly string[]> {
    const known = new Set<string>();
    let ranges = kinds.map((kind) =>
      queryRange(this.#table, rangeOfKind(tenantId, kind), { together: CLAIMS_PER_READ }),
    );
    while (ranges.length > 0) {
      const pages = await Promise.all(ranges.map((range) => range.next()));
      ranges = ranges.filter((_range, index) => pages[index]?.done === false);
      const claims = pages.flatMap(({ value = [] }) => value.map((item: Item) => stripKey<LabelClaim>(item)));
      const fresh = new Set(claims.map(({ credential_id }) => credential_id).filter((id) => !known.has(id)));
      for (const id of fresh) known.add(id);
      yield [...fresh];
    }
  }

  /**
   * Returns the value of a claim. `unsettled`: the claim was pending. Its record is now fenced or has just
   * changed, so check again.
   */
  async #worth(claim: LabelClaim, wanted: CredentialRecord): Promise<"kept" | "dead" | "unsettled"> {
    const key = itemKey(CREDENTIALS, [wanted.tenant_id, claim.credential_id]);
    const item = await this.#table.get(key);
    const holder = item && recordOf(CREDENTIALS, item);
    if (holder && lastVersionOf(holder) >= claim.claim_version)
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
    const asRead = conditionOf({ version, fenced_version }, "version");
    await this.#table.update(key, { fenced_version: upTo }, asRead);
  }
}

function claimKey({
  tenant_id,
  kind,
  label,
}: Pick<CredentialRecord, "tenant_id" | "kind" | "label">): ItemKey {
  return { pk: tenantPartition(tenant_id), sk: `${PREFIX}${kind}#${hashLabel(label)}` };
}

/** Returns the range of a kind's claims. `~` comes after every base64url character. */
function rangeOfKind(tenantId: string, kind: CredentialKind) {
  const prefix = `${PREFIX}${kind}#`;
  return { pk: tenantPartition(tenantId), first: prefix, last: `${prefix}~` };
}
