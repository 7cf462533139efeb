/**
 * Public interface of questions: parses what a prompt asks. Load it with `import()` for the first prompt that
 * needs research.
 */
export { parseQuestion } from "./parse-question.ts";
