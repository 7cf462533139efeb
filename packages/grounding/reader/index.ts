/**
 * Public interface of the reader, for code that implements or inspects one. The engine itself loads
 * `SentenceSelector` when research first asks a reader.
 */

export type { CallerBounds } from "./bounded-readings.ts";
export { samePersonSchema } from "./person-reader.ts";
export { purposeSchema } from "./prompt-classifier.ts";
export {
  PROMPT_KINDS,
  type PromptPurpose,
  READER_TIMEOUT_MS,
  type Reader,
  type ReaderCandidate,
  type ReaderChoice,
  type ReaderPage,
  type ReaderStatement,
  type ReaderVerdict,
  type ReadingBounds,
  type ReadingQuestion,
  type ReadingUsage,
} from "./reader.ts";
export type { SupportReading } from "./statement-reader.ts";
export { isChosen, selectSchema, supportSchema, verifyChoices, verifyVerdicts } from "./verify-choices.ts";
