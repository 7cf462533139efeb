const HASH_CHARACTERS = 16;

/** Computes what `snippet_hash` must be: the first 16 hex characters of the SHA-256 of the snippet. */
export async function computeSnippetHash(snippet: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(snippet));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.slice(0, HASH_CHARACTERS);
}
