/**
 * The face of grounding: decides whether a prompt needs research, researches it, and says what the sources say.
 * The answer guard has a face of its own, `@plumbline/grounding/guard`, because it is loaded only once something was researched.
 */
export type { ConversationTurn } from "./gate/conversation.ts";
export { decideGrounding, type GateDecision, type GateInput } from "./gate/gate.ts";
export type { GateReason } from "./gate/rule.ts";
export { withoutCodebaseFacts } from "./prompt/codebase-facts.ts";
export { GROUNDED_RULES, PREAMBLE } from "./prompt/preamble.ts";
export { quotedLines, quotedOutcome } from "./prompt/quoted-outcome.ts";
export { systemPrompt } from "./prompt/system-prompt.ts";
export { type Dialogue, parseQuestion } from "./question/parse-question.ts";
export type { ExpectedAnswer, Question, QuestionConstraints } from "./question/question.ts";
export type { SearchBackend, SearchHit } from "./research/backends/search-backend.ts";
export { createBackends, type SearchSettings } from "./research/configured-backends.ts";
export { createResearchEngine, type ResearchEngine, type ResearchRequest } from "./research/engine.ts";
export { GROUNDED_RESEARCH, groundedResearch } from "./research/grounded-research.ts";
export { groupPeople, type PeopleGroups } from "./research/identity/group-people.ts";
export {
  type AskedPeople,
  type IdentifiedPeople,
  identifyPeople,
} from "./research/identity/identify-people.ts";
export type { Passage } from "./research/identity/person-profile.ts";
export { type ListedClaim, listClaims } from "./research/listed-claims.ts";
export { type Audit, auditOutcome } from "./research/outcome-audit.ts";
export { splitSentences } from "./text/sentences.ts";
