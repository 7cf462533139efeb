import { createHash } from "node:crypto";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import {
  credentialFromItem,
  credentialKey,
  isNeverFinished,
  neverFinishedItem,
  tenantPartition,
} from "./credential-item.ts";
import { queryRange } from "./query-range.ts";
import { tableUnavailable } from "./send.ts";
import {
  type Condition,
  IF_ABSENT,
  type Item,
  type ItemKey,
  stripKey,
  type TableClient,
} from "./table-client.ts";

/** Says that a credential holds a label, or will from `claim_version` of its record on. */
interface LabelClaim {
  credential_id: string;
  claim_version: number;
}

/** Every turn of the loop means that another writer got ahead; so many in a row are a storm, not a race. */
const MAX_TURNS = 20;

/**
 * Claims of a kind read at once: two more than a refusal lists, so that a list of all is known to be whole.
 * They are less than 4 KB, which one read unit pays for.
 */
const READ_TOGETHER = 22;

/**
 * One credential per (tenant, kind, label in any letter case), without transactions. A writer claims the
 * label, then writes its record. A claim alone counts for nothing: what it is worth is decided by the record
 * it names, whose writes are all conditional.
 *
 *     kept      the record is at `claim_version` or later and bears the label: the label is taken
 *     dead      the record is at `claim_version` or later and does not bear it: the claim may be replaced
 *     pending   the record is not there yet: its writer is on the way, or died between its two writes
 *
 * Nobody can tell a slow writer from a dead one, so a second writer does not wait: it moves the record past
 * the version the first one needs. The record decides, in one write, which of the two came first:
 *
 *     A   claim L for (a, 1) ─────────────────────────────────────────── put a IF absent ✗ → label_taken
 *     B            claim L ✗ ── read a: absent ── put marker at a IF absent ── replace (a, 1) by (b, 1) ── put b
 *
 * Had A's record come before the marker, the marker's condition fails and B finds the label taken. Claims are
 * replaced and freed only as they were read (id and version), and no id or version ever comes back, so a late
 * write hits nothing.
 *
 * Earlier versions claimed labels letter by letter, at `CREDKEY#`, so a tenant may have a "Team" and a "team"
 * of that time. Nothing writes such claims any more. They are looked at before the claim at `CREDLABEL#` is
 * made, and that is enough: a record that has left a label comes back to it only by the claim at
 * `CREDLABEL#`.
 */
export class LabelClaims {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  /**
   * Claims the label of `record` for the version it is about to be written at. `false`: another credential
   * keeps it.
   */
  async claim(record: CredentialRecord): Promise<boolean> {
    return !(await this.#isKeptByEarlierClaim(record)) && this.#claimFolded(record);
  }

  async #claimFolded(record: CredentialRecord): Promise<boolean> {
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
        // The same version claimed twice: the record's own condition decides. A later one: this writer is
        // stale and will be told.
        if (standing.claim_version >= record.version) return true;
      } else {
        const worth = await this.#worth(standing, record);
        if (worth === "kept") return false;
        if (worth === "unsettled") continue;
      }
      if (await this.#table.put(mine, ifUnchanged(standing))) return true;
    }
    throw tableUnavailable();
  }

  /** Frees the label `record` held until its version `left`; a claim made for a later version stays. */
  async free(record: CredentialRecord, left: number): Promise<void> {
    const condition = {
      expression: "#credential_id = :id AND #claim_version <= :left",
      values: { id: record.id, left },
    };
    await this.#table.delete(claimKey(record), condition);
    for (const { pk, sk } of await this.#earlierClaims(record.tenant_id, record.label, [record.kind]))
      await this.#table.delete({ pk, sk }, condition);
  }

  /**
   * Lists the ids of the credentials that claim a label; only the record itself tells whether the claim still
   * holds.
   */
  async claimants(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<ReadonlySet<string>> {
    const current = kinds.map((kind) => this.#table.get(claimKey({ tenant_id: tenantId, kind, label })));
    const items = [...(await Promise.all(current)), ...(await this.#earlierClaims(tenantId, label, kinds))];
    return new Set(items.flatMap((item) => (item ? [stripKey<LabelClaim>(item).credential_id] : [])));
  }

  /**
   * Lists the ids of the credentials that claim a label of these kinds, each once; only the record itself
   * tells whether its claim still holds. This is the index by kind: every credential that is not revoked has
   * a claim, also one that an earlier release wrote, and claims are sorted by kind.
   */
  async *claimantsOfKinds(tenantId: string, kinds: readonly CredentialKind[]): AsyncGenerator<string[]> {
    const known = new Set<string>();
    const prefixes = kinds.flatMap((kind) => [`${PREFIX}${kind}#`, `${EARLIER_PREFIX}${kind}#`]);
    let ranges = prefixes.map((prefix) =>
      queryRange(this.#table, claimRange(tenantId, prefix), { together: READ_TOGETHER }),
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
   * Another credential keeps the label by a claim of an earlier version. Dead claims that are met are taken
   * away.
   */
  async #isKeptByEarlierClaim(wanted: CredentialRecord): Promise<boolean> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      let unsettled = false;
      const { tenant_id, label, kind } = wanted;
      for (const item of await this.#earlierClaims(tenant_id, label, [kind])) {
        const standing = stripKey<LabelClaim>(item);
        if (standing.credential_id === wanted.id) continue;
        const worth = await this.#worth(standing, wanted);
        if (worth === "kept") return true;
        if (worth === "unsettled") unsettled = true;
        else await this.#table.delete({ pk: item.pk, sk: item.sk }, ifUnchanged(standing));
      }
      if (!unsettled) return false;
    }
    throw tableUnavailable();
  }

  /** The claims of earlier versions on a label, in any letter case. */
  async #earlierClaims(tenantId: string, label: string, kinds: readonly CredentialKind[]): Promise<Item[]> {
    const [only, ...others] = kinds;
    const prefix = EARLIER_PREFIX + (only !== undefined && others.length === 0 ? `${only}#` : "");
    const wanted = foldText(label);
    const found: Item[] = [];
    for await (const items of queryRange(this.#table, claimRange(tenantId, prefix)))
      found.push(...items.filter(({ sk }) => foldText(earlierLabel(sk)) === wanted));
    return found;
  }

  /**
   * `unsettled`: the claim was pending and its record has been moved past it, or has just changed; look
   * again.
   */
  async #worth(claim: LabelClaim, wanted: CredentialRecord): Promise<"kept" | "dead" | "unsettled"> {
    const key = credentialKey(wanted.tenant_id, claim.credential_id);
    const item = await this.#table.get(key);
    if (item && isNeverFinished(item)) return "dead";
    const holder = credentialFromItem(item);
    if (holder && holder.version >= claim.claim_version)
      return holdsSameLabel(holder, wanted) ? "kept" : "dead";
    await this.#movePast(key, item);
    return "unsettled";
  }

  async #movePast(key: ItemKey, item: Item | undefined): Promise<void> {
    if (!item) {
      await this.#table.put(neverFinishedItem(key), IF_ABSENT);
      return;
    }
    const version = Number(item.version);
    await this.#table.update(
      key,
      { version: version + 1 },
      { expression: "#version = :version", values: { version } },
    );
  }
}

/** Returns true when both records hold the same label, in any letter case; a revoked record holds none. */
export function holdsSameLabel(one: CredentialRecord, other: CredentialRecord): boolean {
  const held = one.revoked_at === null && other.revoked_at === null;
  return held && one.kind === other.kind && foldText(one.label) === foldText(other.label);
}

/** Labels are free text, and folding may make one many times longer, so a hash of it enters the key. */
function claimKey({
  tenant_id,
  kind,
  label,
}: Pick<CredentialRecord, "tenant_id" | "kind" | "label">): ItemKey {
  const hash = createHash("sha256").update(foldText(label)).digest("base64url");
  return { pk: tenantPartition(tenant_id), sk: `${PREFIX}${kind}#${hash}` };
}

const PREFIX = "CREDLABEL#";

/** All claims whose key begins so. `~` comes after every character of base64url. */
function claimRange(tenantId: string, prefix: string) {
  return { pk: tenantPartition(tenantId), first: prefix, last: `${prefix}~` };
}

/** Claims of earlier versions: `CREDKEY#<kind>#<label in base64url>`. */
const EARLIER_PREFIX = "CREDKEY#";

function earlierLabel(sortKey: string): string {
  return Buffer.from(sortKey.slice(sortKey.lastIndexOf("#") + 1), "base64url").toString("utf8");
}

function ifUnchanged({ credential_id, claim_version }: LabelClaim): Condition {
  return {
    expression: "#credential_id = :id AND #claim_version = :version",
    values: { id: credential_id, version: claim_version },
  };
}
