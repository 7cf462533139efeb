import { service } from "./api.ts";
import { dropPageSecret, keepPageSecret, takeSecretOfIssuer } from "./page-secret.ts";
import { endVisitHere, issuerHost, visitState } from "./visit-state.ts";

/** Asks the service who is signed in in this browser. */
export async function recallVisit(): Promise<void> {
  takeSecretOfIssuer();
  try {
    const { visit, issuer } = (await service.GET("/api/v1/visit")).data;
    issuerHost.value = issuer;
    if (visit) visitState.value = { status: "signed_in", visit };
    else endVisitHere();
  } catch {
    endVisitHere();
  }
}

/** Signs in with a key, which is sent once and not stored. Throws PlumblineError for a wrong key. */
export async function signIn(key: string): Promise<void> {
  const { data } = await service.POST("/api/v1/visit", { body: { api_key: key } });
  keepPageSecret(data.page_secret);
  visitState.value = { status: "signed_in", visit: data };
}

/** Signs out and clears what this tab has shown. */
export async function signOut(): Promise<void> {
  await service.DELETE("/api/v1/visit");
  dropPageSecret();
  sessionStorage.clear();
  location.hash = "";
  visitState.value = { status: "signed_out", isEnded: false };
}
