/**
 * The secret that each request of a visit carries next to the cookie. Browsers send a cookie to every port of
 * its host; what a page keeps here is read by its own origin alone, in all of its tabs.
 */
const KEPT_AS = "plumbline-page-secret";

/** Set in the tab that went to the issuer: a link that brings a stranger's secret finds no such mark. */
const EXPECTED = "plumbline-signing-in";

/** Returns the secret of this browser's visit; `none` before a sign-in. */
export function pageSecret(): string {
  return localStorage.getItem(KEPT_AS) ?? "none";
}

export function keepPageSecret(secret: string): void {
  localStorage.setItem(KEPT_AS, secret);
}

export function dropPageSecret(): void {
  localStorage.removeItem(KEPT_AS);
}

/** Called before this tab goes to the issuer. */
export function expectSecretOfIssuer(): void {
  sessionStorage.setItem(EXPECTED, "1");
}

/** Takes the secret from the address to which a sign-in at the issuer led back. */
export function takeSecretOfIssuer(): void {
  const [, secret] = /^#\/signed-in\/([\w-]+)$/.exec(location.hash) ?? [];
  if (secret === undefined) return;
  if (sessionStorage.getItem(EXPECTED) !== null) keepPageSecret(secret);
  sessionStorage.removeItem(EXPECTED);
  location.replace("#/");
}
