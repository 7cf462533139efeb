import { type CredentialOwner, mayUseCredential } from "@plumbline/core/access/caller.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  type CredentialRecord,
  type CredentialStatus,
  getCredentialStatus,
} from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { TokenRefresher } from "@plumbline/core/credentials/token-refresher.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { CREDENTIAL_KINDS, describeProvider } from "../credential-kinds.ts";

/** Number of records to read per batch if most may be filtered out. */
const FILTERED_BATCH_SIZE = 500;

/** The public part of a credential, without its token. */
export interface Connection {
  id: string;
  kind: CredentialKind;
  /** Display name: "chat app (Slack)". */
  provider: string;
  label: string;
  /**
   * Owner of the account, from the response to a test or from the metadata: the mailbox's user, the author's
   * URN.
   */
  account?: string;
  status: Exclude<CredentialStatus, "revoked">;
  /** ISO 8601. Omitted while it works, or if it was never tested. */
  failing_since?: string;
}

export interface ConnectionsDependencies {
  store: CredentialStore;
  clock: Clock;
  refresher: Pick<TokenRefresher, "canRenew">;
}

interface ConnectionQuery {
  limit: number;
  kind?: CredentialKind | undefined;
  /** Part of the label, the kind or the provider's name, ignoring case. */
  query?: string | undefined;
  /** ID of the connection after which to continue. */
  after?: string | undefined;
}

/**
 * Lists the connections that an owner may use in the order of their IDs, without revoked ones. `next` is set
 * only if there are more. Pass it as `after` to continue.
 */
export async function listTenantConnections(
  { store, clock, refresher }: ConnectionsDependencies,
  owner: CredentialOwner,
  { limit, kind, query = "", after }: ConnectionQuery,
): Promise<{ connections: Connection[]; next: string | undefined }> {
  const connections: Connection[] = [];
  const sought = foldText(query);
  const batchSize = kind === undefined && sought === "" ? limit + 1 : FILTERED_BATCH_SIZE;
  let position = after;
  do {
    const page = await store.list(owner.tenantId, { after: position, limit: batchSize });
    for (const record of page.items) {
      if (!mayUseCredential(owner, record.id)) continue;
      const connection = toConnection(
        record,
        getCredentialStatus(record, clock.now(), (one) => refresher.canRenew(one)),
      );
      if (connection && (kind === undefined || record.kind === kind) && matchesText(connection, sought))
        connections.push(connection);
    }
    position = page.next ?? undefined;
  } while (position !== undefined && connections.length <= limit);
  const listed = connections.slice(0, limit);
  return { connections: listed, next: connections.length > limit ? listed.at(-1)?.id : undefined };
}

function toConnection(record: CredentialRecord, status: CredentialStatus): Connection | undefined {
  if (status === "revoked") return undefined;
  const { id, kind, label, metadata } = record;
  const account = record.account?.name ?? metadata.username ?? metadata.urn;
  const provider = describeProvider(record);
  const failingSince = record.health?.failing_since;
  return {
    ...{ id, kind, provider, label, status },
    ...(typeof account === "string" && { account }),
    ...(failingSince && { failing_since: failingSince }),
  };
}

function matchesText({ kind, provider, label }: Connection, sought: string): boolean {
  return [label, kind, provider].some((text) => foldText(text).includes(sought));
}

const PAGE = 50;

const connectionSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    // A string, because the input already lists the kinds, and each model call pays for the description.
    kind: z.string(),
    provider: z.string(),
    label: z.string(),
    account: z.string().optional(),
    status: z.enum(["active", "expiring", "expired", "needs_reconnect"]),
    failing_since: z.string().optional(),
  }),
);

/**
 * Defines `connections_list`, which lists the tenant's connections that a model may use. Omits revoked ones.
 */
export function createConnectionsList(dependencies: ConnectionsDependencies): Tool {
  return defineTool({
    name: "connections_list",
    title: "List connections",
    sentence: "List|Listed connections",
    description:
      "Lists the connections (stored credentials) other tools can use, 50 per page: id, kind, provider, label, account and status. " +
      "Call it to get a credential_id.",
    input: z.object({
      kind: z.enum(CREDENTIAL_KINDS).optional().describe("Only this kind."),
      query: z.string().min(1).max(120).optional().describe("Part of a label, kind or provider."),
      cursor: z.uuid().optional().describe("next_cursor of the previous page."),
    }),
    example: { kind: "chatapp_bot" },
    output: z.object({ connections: z.array(connectionSchema), next_cursor: z.string().optional() }),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    reads: "own",
    cursorIsId: true,
    async run({ kind, query, cursor }, context) {
      const wanted = { limit: PAGE, kind, query, after: cursor };
      const { connections, next } = await listTenantConnections(dependencies, context, wanted);
      return { connections, ...(next === undefined ? {} : { next_cursor: next }) };
    },
  });
}
