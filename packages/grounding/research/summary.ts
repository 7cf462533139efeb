import type { BackendName } from "./outcome.ts";

/** "3 snippets from 2 distinct domains by search_a." */
export function summarise(evidence: readonly { domain: string }[], backend: BackendName): string {
  const domains = new Set(evidence.map(({ domain }) => domain)).size;
  return `${counted(evidence.length, "snippet")} from ${counted(domains, "distinct domain")} by ${backend}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
