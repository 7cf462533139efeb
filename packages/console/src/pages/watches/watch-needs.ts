import type { Schemas } from "@plumbline/client/schemas.ts";

type Watch = Schemas["Watch"];

/** Returns whether a person has to look at a watch. */
export function needsAttention(watch: Watch): boolean {
  const { status } = watch.health;
  return (
    status === "late" ||
    status === "failing" ||
    status === "needs_reconnect" ||
    (status === "active" && deliversBadly(watch))
  );
}

/** Returns whether the receiver of a watch fails, or has refused all further events. */
export function deliversBadly({ health: { delivery } }: Watch): boolean {
  return delivery !== null && delivery.status !== "active";
}
