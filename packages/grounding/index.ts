/**
 * Public exports of grounding: researches a question, reports what the sources say and instructs a model.
 * Loads fast. Parts that need the words of 13 languages have separate exports, loaded with `import()` on
 * first use. `gate` decides whether a prompt needs research, `question` parses it, `guard` checks a model's
 * answers.
 */
export type { GateDecision, GateInput } from "./gate/gate.ts";
export type { ConversationTurn } from "./gate/remembered-turns.ts";
export type { GateReason } from "./gate/rules.ts";
export { GROUNDED_RULES, PREAMBLE, quoteLines, writeSystemPrompt } from "./prompt/system-prompt.ts";
export type { Dialogue } from "./question/parse-question.ts";
export type { ExpectedAnswer, Question, QuestionConstraints } from "./question/question.ts";
export { createBackends, type SearchSettings } from "./research/backends/create-backends.ts";
export type { SearchBackend, SearchHit } from "./research/backends/search-backend.ts";
export { createResearchEngine, type ResearchEngine, type ResearchRequest } from "./research/engine.ts";
export { defineGroundedResearch, GROUNDED_RESEARCH } from "./research/grounded-research.ts";
export { type ListedClaim, listAnswer, listClaims, nameSubject } from "./research/outcome.ts";
export { type Audit, auditOutcome } from "./research/outcome-audit.ts";
