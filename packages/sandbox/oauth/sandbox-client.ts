import type { OAuthKind } from "./oauth-kinds.ts";

/** Returns the client registered at the sandbox's authorization server for a kind. */
export function sandboxClient(kind: OAuthKind): { readonly id: string; readonly secret: string } {
  return { id: `sandbox-${kind}`, secret: `sandbox+secret/of=${kind}` };
}
