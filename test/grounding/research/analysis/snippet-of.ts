import type { Snippet } from "../../../../packages/grounding/research/evidence/collect-evidence.ts";

/** A snippet without a title. */
export function snippet(text: string, domain = "example.org"): Snippet {
  return { url: `https://${domain}/`, title: "", text, domain };
}
