/**
 * The face of questions: parses what a prompt asks. Load it with `import()` when the first prompt needs
 * research.
 */
export { parseQuestion } from "./parse-question.ts";
