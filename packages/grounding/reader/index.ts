/**
 * The face of the reader's room, for those that write a reader or look at one. The engine itself loads
 * `SentenceSelector` when research first has a reader to ask.
 */
export { samePersonSchema } from "./person-reader.ts";
export {
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
export { isChosen, selectSchema, supportSchema, verifyChoices, verifyVerdicts } from "./verify-choices.ts";
