import type { Clock } from "../../clock/clock.ts";
import { type CredentialStatus, credentialStatus } from "../../credentials/credential.ts";
import type { CredentialStore } from "../../credentials/credential-store.ts";
import type { CredentialKind } from "../../credentials/kinds.ts";

const PAGE = 100;

/** What may be told of a credential: never its token. */
export interface Connection {
  id: string;
  kind: CredentialKind;
  label: string;
  status: Exclude<CredentialStatus, "revoked">;
}

/** A tenant's connections in the store's order, revoked ones left out; `truncated` when there may be more than `most`. */
export async function tenantConnections(
  store: CredentialStore,
  clock: Clock,
  tenantId: string,
  most: number,
): Promise<{ connections: Connection[]; truncated: boolean }> {
  const connections: Connection[] = [];
  let after: string | undefined;
  do {
    const page = await store.list(tenantId, { after, limit: Math.min(PAGE, most) });
    for (const record of page.items) {
      const status = credentialStatus(record, clock.now());
      const { id, kind, label } = record;
      if (status !== "revoked") connections.push({ id, kind, label, status });
    }
    after = page.next ?? undefined;
  } while (after !== undefined && connections.length < most);
  return { connections, truncated: after !== undefined };
}
