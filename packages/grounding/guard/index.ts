/** Public exports of the answer guard, which checks what a model says after research. */
export { type NumberedSentence, numberSentences, quoteOutcome } from "../prompt/quoted-outcome.ts";
export { splitSentences } from "../text/tokens.ts";
export { AddressStream, findUserAddresses } from "./address-stream.ts";
export { AnswerGuard, type Unsupported } from "./answer-guard.ts";
export { AnswerMemory } from "./answer-memory.ts";
export type { EvidenceSentence } from "./evidence-sentences.ts";
export { type GivenSource, readGivenSources } from "./given-sources.ts";
export type { GuardedPiece } from "./guarded-piece.ts";
export type { Verdict } from "./judgement.ts";
export type { AskSupport } from "./reading/ask-reader.ts";
export type { QuestionedText } from "./reading/questioned-text.ts";
export type { Reason, ReasonCode } from "./reasons.ts";
export { type Sentence, SentenceStream } from "./sentence-stream.ts";
export { type VerifiedSentence, verify, verifyWithReader } from "./verify.ts";
