/**
 * Storage key of the secret that each request of a visit sends along with the cookie. Browsers send a cookie
 * to every port of its host, but only the page's own origin can read local storage, in all of its tabs.
 */
const KEPT_AS = "plumbline-page-secret";

/** Set in the tab that went to the issuer. A link with a stranger's secret finds no such mark. */
const EXPECTED = "plumbline-signing-in";

/** Returns the secret of this browser's visit, or `none` before a sign-in. */
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

/** Reads the secret from the address to which the issuer redirected after a sign-in. */
export function takeSecretOfIssuer(): void {
  const [, secret] = /^#\/signed-in\/([\w-]+)$/.exec(location.hash) ?? [];
  if (secret === undefined) return;
  if (sessionStorage.getItem(EXPECTED) !== null) keepPageSecret(secret);
  sessionStorage.removeItem(EXPECTED);
  location.replace("#/");
}
