/**
 * Public interface of questions, which parses what a prompt asks. Load it with `import()` for the first
 * prompt that needs research.
 */
export { parseQuestion } from "./parse-question.ts";
