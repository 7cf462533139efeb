import type { Schemas } from "@plumbline/client/schemas.ts";
import { type Signal, signal } from "@preact/signals";

export type Visit = Schemas["Visit"];
export type KeyScope = Visit["scopes"][number];

/** Who has signed in. `unknown` until the service has been asked. */
export type VisitState =
  | { status: "unknown" }
  | { status: "signed_out"; isEnded: boolean }
  | { status: "signed_in"; visit: Visit };

export const visitState: Signal<VisitState> = signal<VisitState>({ status: "unknown" });

/** Host of the OIDC issuer at which people may sign in; `null` where only keys count. */
export const issuerHost: Signal<string | null> = signal<string | null>(null);

/** Notes that the service knows this browser no more. The page stays where it is for the next sign-in. */
export function endVisitHere(): void {
  const was = visitState.value.status;
  if (was !== "signed_out") visitState.value = { status: "signed_out", isEnded: was === "signed_in" };
}

/** Tells whether the key that signed in has a scope. */
export function hasScope(scope: KeyScope): boolean {
  const state = visitState.value;
  return state.status === "signed_in" && state.visit.scopes.includes(scope);
}
