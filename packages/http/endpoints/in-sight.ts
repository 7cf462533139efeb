import { type CredentialOwner, mayUseCredential, type TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";
import type { Context } from "hono";
import { pathId } from "./fields.ts";

/** Throws ServiceError `not_found` if the caller may not use a credential, as if it did not exist. */
export function demandCredentialInSight(owner: CredentialOwner, id: string): void {
  if (!mayUseCredential(owner, id)) throw new ServiceError("not_found", "There is no such credential.");
}

/** Returns the credential's ID in the path. Throws as `demandCredentialInSight` does. */
export function pathCredential(context: Context, owner: CredentialOwner): string {
  const id = pathId(context);
  demandCredentialInSight(owner, id);
  return id;
}

/**
 * Throws ServiceError `forbidden` if the caller is restricted to certain credentials. It could not use a new
 * one, and a duplicate label would reveal a credential that it may not see.
 */
export function demandMayAddCredentials({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError("forbidden", "This key may only use certain credentials; it cannot add another.");
}

/**
 * Throws ServiceError `forbidden` if the caller is restricted to certain credentials, because the audit log
 * covers all of them.
 */
export function demandAllCredentialsInSight({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError(
      "forbidden",
      "This key may only use certain credentials; the log is of all of them.",
    );
}

/**
 * Returns the watch's ID in the path. Throws ServiceError `not_found` if the caller may not see the watch.
 */
export async function pathWatch(
  context: Context,
  owner: CredentialOwner,
  watches: Pick<Watches, "demandInSight">,
): Promise<string> {
  const id = pathId(context);
  await watches.demandInSight(owner, id);
  return id;
}
