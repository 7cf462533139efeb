import type { ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "./api-client.ts";
import { everyItem } from "./every-item.ts";
import { createNoSuchNameError, UsageError } from "./exit.ts";
import { toPrintableLine } from "./printable.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a credential by its ID, its label or, if no label matches, its account, and returns its ID. Throws
 * PlumblineError `not_found` without a match, and UsageError if several match.
 */
export async function findCredentialId(
  api: ApiClient,
  named: string,
  kind?: ProviderKindName,
): Promise<string> {
  if (ID.test(named)) return named;
  const query = { label: named, ...(kind && { kind }) };
  const { data } = await api.GET("/api/v1/credentials", { params: { query } });
  const hasLabel = data.items.length > 0;
  const [found, ...others] = hasLabel ? data.items : await findByAccount(api, named, kind);
  const shown = toPrintableLine(named);
  if (!found) {
    const ofKind = kind ? ` of kind ${kind}` : "";
    throw createNoSuchNameError(
      `No credential${ofKind} has the label or account name "${shown}"; see ${PLUMBLINE} credential list.`,
    );
  }
  if (others.length === 0) return found.id;
  const all = [found, ...others].map(
    ({ id, kind, label }) => `\n  ${id}  ${kind}  ${toPrintableLine(label)}`,
  );
  const share = hasLabel ? `have the label "${shown}"` : `belong to the account "${shown}"`;
  throw new UsageError(`Several credentials ${share}; use one of these IDs, or add --kind:${all.join("")}`);
}

type Credential = Schemas["Credential"];

/** Lists the credentials of an account, such as `ada@example.com`, ignoring case. */
async function findByAccount(
  api: ApiClient,
  account: string,
  kind?: ProviderKindName,
): Promise<Credential[]> {
  const wanted = account.toLowerCase();
  return (await listCredentials(api, kind)).filter((one) => one.account?.toLowerCase() === wanted);
}

/** Reads every page of the credentials, without revoked ones. */
export async function listCredentials(api: ApiClient, kind?: ProviderKindName): Promise<Credential[]> {
  const query = kind ? { kind } : {};
  const all = await everyItem((paging) =>
    api.GET("/api/v1/credentials", { params: { query: { ...query, ...paging } } }),
  );
  return all.filter(({ status }) => status !== "revoked");
}
