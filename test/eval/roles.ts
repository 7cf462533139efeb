const MOST_WORDS = 8;
/** Words and marks that end a noun phrase, except commas and the like. */
const ENDS =
  /\s(?:who|whom|whose|that|which|where|when|from|in|at|for|with|to|on|by|as|during|since|under|known|best|born|based|serving|working|playing|speciali[sz]ing|currently|and (?:is|was|the|a|an|one))\s/i;

/** The role that a person's first sentence with "is a" or "was a" gives them; null where none does. */
export function definedRole(texts: readonly string[]): string | null {
  for (const text of texts) {
    const defined = /\b(?:is|was) an? ((?:[^.,;:()]|\.(?=\S)){3,200})/.exec(text)?.[1];
    if (defined === undefined) continue;
    const phrase = `${defined} `.split(ENDS)[0]?.trim().split(/\s+/).slice(0, MOST_WORDS) ?? [];
    while (/^(?:and|or|of|the|a|an|&)$/i.test(phrase.at(-1) ?? "")) phrase.pop();
    if (phrase.length > 0) return phrase.join(" ");
  }
  return null;
}
