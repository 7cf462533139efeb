import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { hashLabel, type LabelClaims } from "@plumbline/core/credentials/label-claims.ts";

type Claimed = Pick<CredentialRecord, "tenant_id" | "kind" | "label">;

/** Claims in a map. A claim stays even if its record was not written. */
export class MemoryLabelClaims implements LabelClaims {
  /** IDs by tenant, kind and label. */
  readonly #claims = new Map<string, string>();

  async claim(record: CredentialRecord): Promise<boolean> {
    const place = placeOf(record);
    const holder = this.#claims.get(place) ?? record.id;
    this.#claims.set(place, holder);
    return holder === record.id;
  }

  async free(record: CredentialRecord): Promise<void> {
    if (this.#claims.get(placeOf(record)) === record.id) this.#claims.delete(placeOf(record));
  }

  async claimants(tenant_id: string, label: string, kinds: readonly string[]): Promise<string[]> {
    const ids = kinds.map((kind) => this.#claims.get(placeOf({ tenant_id, kind, label })));
    return ids.filter((id) => id !== undefined);
  }

  async *claimantsOfKinds(tenantId: string, kinds: readonly string[]): AsyncGenerator<string[]> {
    for (const kind of kinds) {
      const places = [...this.#claims].filter(([place]) => place.startsWith(`${tenantId} ${kind} `));
      yield places.map(([, id]) => id);
    }
  }
}

function placeOf({ tenant_id, kind, label }: Claimed): string {
  return `${tenant_id} ${kind} ${hashLabel(label)}`;
}
