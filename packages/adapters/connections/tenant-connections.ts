import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  type CredentialRecord,
  type CredentialStatus,
  credentialStatus,
} from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { foldedText } from "@plumbline/core/text/unicode.ts";
import { providerName } from "../credential-kinds.ts";

/** Records read at a time where most of them may not be wanted. */
const READ_TOGETHER = 500;

/** The public part of a credential; never its token. */
export interface Connection {
  id: string;
  kind: CredentialKind;
  /** By the name that people know. */
  provider: string;
  label: string;
  /**
   * Whose it is, as the provider said in a test or the metadata does: the mailbox's user, the author's URN.
   */
  account?: string;
  status: Exclude<CredentialStatus, "revoked">;
}

export interface ConnectionsWanted {
  limit: number;
  kind?: CredentialKind | undefined;
  /** A part of the label, the kind or the provider's name, in any letter case. */
  query?: string | undefined;
  /** The id of the connection behind which to go on. */
  after?: string | undefined;
}

/**
 * Lists a tenant's connections by id, revoked ones left out. `next` is there exactly when more follow, and
 * goes back in as `after`.
 */
export async function tenantConnections(
  store: CredentialStore,
  clock: Clock,
  tenantId: string,
  { limit, kind, query = "", after }: ConnectionsWanted,
): Promise<{ connections: Connection[]; next: string | undefined }> {
  const connections: Connection[] = [];
  const sought = foldedText(query);
  const together = kind === undefined && sought === "" ? limit + 1 : READ_TOGETHER;
  let position = after;
  do {
    const page = await store.list(tenantId, { after: position, limit: together });
    for (const record of page.items) {
      const connection = connectionOf(record, clock.now());
      if (connection && (kind === undefined || record.kind === kind) && mentions(connection, sought))
        connections.push(connection);
    }
    position = page.next ?? undefined;
  } while (position !== undefined && connections.length <= limit);
  const listed = connections.slice(0, limit);
  return { connections: listed, next: connections.length > limit ? listed.at(-1)?.id : undefined };
}

function connectionOf(record: CredentialRecord, now: number): Connection | undefined {
  const status = credentialStatus(record, now);
  if (status === "revoked") return undefined;
  const { id, kind, label, metadata } = record;
  const account = record.account?.name ?? metadata.username ?? metadata.urn;
  const provider = providerName(record);
  return { id, kind, provider, label, ...(typeof account === "string" ? { account } : {}), status };
}

function mentions({ kind, provider, label }: Connection, sought: string): boolean {
  return [label, kind, provider].some((text) => foldedText(text).includes(sought));
}
