/**
 * The face of the gate: decides whether a prompt needs research. Load it with `import()` when the first
 * prompt comes.
 */
export { withoutCodebaseFacts } from "./codebase-facts.ts";
export { asksTheSame, decideGrounding } from "./gate.ts";
