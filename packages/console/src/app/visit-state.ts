import type { Schemas } from "@plumbline/client/schemas.ts";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

export type Visit = Schemas["Visit"];
export type KeyScope = Visit["scopes"][number];

/** The sign-in state. `unknown` until the service has answered. */
export type VisitState =
  | { status: "unknown" }
  | { status: "signed_out"; isEnded: boolean }
  | { status: "signed_in"; visit: Visit };

export const visitState: Signal<VisitState> = signal<VisitState>({ status: "unknown" });

/** The service's models that an agent run may use, starting with the default. */
export const models: ReadonlySignal<readonly string[]> = computed(() =>
  visitState.value.status === "signed_in" ? visitState.value.visit.models : [],
);

/** Host of the OIDC issuer for signing in, or `null` if only keys can be used. */
export const issuerHost: Signal<string | null> = signal<string | null>(null);

/** Records that this browser's visit has ended. The page stays in place for the next sign-in. */
export function endVisitHere(): void {
  const was = visitState.value.status;
  if (was !== "signed_out") visitState.value = { status: "signed_out", isEnded: was === "signed_in" };
}

/** Returns whether the signed-in key has a scope. */
export function hasScope(scope: KeyScope): boolean {
  const state = visitState.value;
  return state.status === "signed_in" && state.visit.scopes.includes(scope);
}
