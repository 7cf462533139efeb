import { type CredentialOwner, mayUseCredential, type TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";
import type { Context } from "hono";
import { readPathId } from "./fields.ts";

/** Throws ServiceError `not_found` if the caller may not use a credential, as if it did not exist. */
export function requireVisibleCredential(owner: CredentialOwner, id: string): void {
  if (!mayUseCredential(owner, id)) throw new ServiceError("not_found", "There is no such credential.");
}

/**
 * Throws ServiceError `bad_request` with the IDs of credentials that do not exist or that this key may not
 * use.
 */
export async function requireCredentials(
  credentials: Service["credentials"],
  caller: Pick<TenantCaller, "tenantId" | "grants">,
  ids: readonly string[],
): Promise<void> {
  const isKnown = async (id: string) =>
    mayUseCredential(caller, id) && (await credentials.exists(caller.tenantId, id));
  const known = await Promise.all(ids.map((id) => isKnown(id.toLowerCase())));
  const issues = ids.flatMap((_id, index) =>
    known[index] ? [] : [{ path: `credential_ids.${index}`, message: "is not the id of a credential" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", "The list credential_ids contains an id that does not exist.", {
      issues,
    });
}

/** Reads a credential's ID from the path. Throws ServiceError `not_found` if the caller may not use it. */
export function readPathCredential(context: Context, owner: CredentialOwner): string {
  const id = readPathId(context);
  requireVisibleCredential(owner, id);
  return id;
}

/**
 * Throws ServiceError `forbidden` if the caller is restricted to certain credentials. It could not use a new
 * one, and a duplicate label would reveal a credential that it may not see.
 */
export function requireMayAddCredentials({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError("forbidden", "This key is limited to certain credentials, so it cannot add one.");
}

/**
 * Throws ServiceError `forbidden` if the caller is restricted to certain credentials, because the audit log
 * covers all of them.
 */
export function requireAllCredentialsVisible({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError(
      "forbidden",
      "This key is limited to certain credentials, so it cannot read the log, which covers all of them.",
    );
}

/** Reads a watch's ID from the path. Throws ServiceError `not_found` if the caller may not see the watch. */
export async function readPathWatch(
  context: Context,
  owner: CredentialOwner,
  watches: Pick<Watches, "demandInSight">,
): Promise<string> {
  const id = readPathId(context);
  await watches.demandInSight(owner, id);
  return id;
}
