import type { Schemas } from "@plumbline/client/schemas.ts";

/** Returns whether a person has to look at an account. */
export function needsRenewal({ status, health }: Schemas["Credential"]): boolean {
  return (
    status === "needs_reconnect" || status === "expired" || (status === "active" && health?.ok === false)
  );
}
