/**
 * Public interface of the gate, which decides whether a prompt needs research. Load it with `import()` for
 * the first prompt.
 */
export { applyPurpose } from "./apply-purpose.ts";
export { withoutCodebaseFacts } from "./codebase-facts.ts";
export { asksTheSame, decideGrounding } from "./gate.ts";
