import { type CredentialOwner, mayUseCredential, type TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Watches } from "@plumbline/watches/service/watches.ts";
import type { Context } from "hono";
import { pathId } from "./fields.ts";

/**
 * Throws ServiceError `not_found` for a credential that the caller may not use, as for one that does not
 * exist.
 */
export function demandCredentialInSight(owner: CredentialOwner, id: string): void {
  if (!mayUseCredential(owner, id)) throw new ServiceError("not_found", "There is no such credential.");
}

/** The credential's id in the path. Throws as `demandCredentialInSight` does. */
export function pathCredential(context: Context, owner: CredentialOwner): string {
  const id = pathId(context);
  demandCredentialInSight(owner, id);
  return id;
}

/**
 * Throws ServiceError `forbidden` for a caller with a list of credentials: it could not use a new one, and a
 * label that is taken would tell it of one that it may not see.
 */
export function demandMayAddCredentials({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError("forbidden", "This key may only use certain credentials; it cannot add another.");
}

/** Throws ServiceError `forbidden` for a caller with a list of credentials: the audit log is of all. */
export function demandAllCredentialsInSight({ grants }: TenantCaller): void {
  if (grants.credentials)
    throw new ServiceError(
      "forbidden",
      "This key may only use certain credentials; the log is of all of them.",
    );
}

/** The watch's id in the path. Throws ServiceError `not_found` for one that is not in the caller's sight. */
export async function pathWatch(
  context: Context,
  owner: CredentialOwner,
  watches: Pick<Watches, "demandInSight">,
): Promise<string> {
  const id = pathId(context);
  await watches.demandInSight(owner, id);
  return id;
}
