import { findLikelyLanguages, type GateToken, type Hit } from "./phrases.ts";
import type { PromptReading } from "./prompt-reading.ts";
import {
  ABOUT_THE_PAST,
  CODE,
  COMMAND,
  ERRANDS,
  FORMULA,
  IDENTIFIER,
  OURS,
  OWN_MEANS,
  QUANTITY,
  SMALL_TALK,
  SOFTWARE,
} from "./rule-patterns.ts";

/** Reason for a gate decision. Stable and shown to callers. */
export type GateReason =
  | "asks_biography"
  | "names_a_person"
  | "names_something"
  | "asks_fact"
  | "world_knowledge"
  | "recent_event"
  | "dated"
  | "code"
  | "arithmetic"
  | "writing_task"
  | "long_text"
  | "workspace"
  | "assistant_command"
  | "personal"
  | "follow_up_of_grounded"
  | "follow_up_of_ungrounded"
  | "read_by_model"
  | "required_by_caller";

/** A single criterion. The learned tables weigh which criteria apply. */
export interface GateRule {
  reason: GateReason;
  applies(reading: PromptReading): boolean;
}

/** Source code, or a request for some. */
export const code: GateRule = {
  reason: "code",
  applies: ({ text }) => CODE.some((pattern) => pattern.test(text)),
};
const YEAR = /^(?:1[0-9]\d\d|20\d\d)$/;
const ASKS_AMOUNT =
  /\b(?:how (?:many|much|long|old|far|fast|tall|big|often|heavy|high)|what (?:is|are|was|were|will|would|percent\w*|fraction)\b|calculate|find the|total|average|percent\w*|ratio|difference|altogether|in all|combined|remaining|left|cost)\b/i;
/** A calculation, or a word problem: a short story with at least two quantities that asks for an amount. */
const arithmetic: GateRule = {
  reason: "arithmetic",
  applies: ({ text }) => {
    if (FORMULA.test(text)) return true;
    if (!ASKS_AMOUNT.test(text)) return false;
    const quantities = (text.match(QUANTITY) ?? []).filter((quantity) => !YEAR.test(quantity));
    if (isWordProblem(text)) return true;
    const statements = text.split(/[.!?]\s+(?=["'(]?[\p{Lu}\d])/u).length - 1;
    return statements >= 1
      ? quantities.length >= 2
      : quantities.length >= 3 || (quantities.length >= 2 && /\bif\b/i.test(text));
  },
};

const LAST_SENTENCE = /[.!?]\s+(?=\p{Lu}[^.!?]*\?\s*$)/u;
const AMOUNT_IN_DIGITS = /[$€£]\s?\d|(?<![\w.])\d+(?:[.,]\d+)*(?:%|\b)/g;

/** Returns whether a statement with an amount in digits ends with a question for an amount. */
function isWordProblem(text: string): boolean {
  const at = text.search(LAST_SENTENCE);
  if (at === -1 || !ASKS_AMOUNT.test(text.slice(at))) return false;
  return (text.slice(0, at).match(AMOUNT_IN_DIGITS) ?? []).some((amount) => !YEAR.test(amount));
}

const IMPERATIVE =
  /^(?:(?:please|now|hi|hello|can you|could you|would you|help me(?: to)?|i want you to|i need you to|your task is to)[,\s]+)*(?:write|rewrite|re-write|create|generate|compose|draft|design|make (?:a|an|up|the|me)|craft|develop|produce|brainstorm|translate|paraphrase|summari[sz]e|proofread|edit|correct|convert|classify|categori[sz]e|suggest|recommend|come up with|think of|imagine|pretend|act as|role-?play|continue|complete|fill|turn|transform|improve|expand|shorten|simplify|extract|detect|determine|decide|predict|choose|select|pick|identify|label|tag|rank|sort|analy[sz]e|evaluate|assess|plan|outline|prepare|answer|solve|add|remove|replace|provide|describe|explain|list(?! of)|give|compare|build|construct|organi[sz]e|construct|propose|offer|show|indicate|find|match|rate|arrange|judge|ask|use|read|tell me (?:if|whether)|include|formulate|invent|help)\b/;
const SOURCED_VERB =
  /^(?:(?:please|now|can you|could you|would you)[,\s]+)*(?:describe|explain|list|give|find|name|identify|compare|summari[sz]e|outline|provide|show|answer)\b/;
const ROLE =
  /\b(?:act as|you are (?:an?|the|now|given|going|to|provided|asked|tasked|my)|you will (?:be|act|play|help|receive|perform)|your (?:task|job|role|goal) (?:is|will)|i want you to|i will (?:give|provide|send|type|tell)|in this task|imagine (?:you|that)|pretend|suppose (?:you|that)|role[- ]?play)\b/;
const GIVEN =
  /\b(?:the|this|these|a|each) (?:given|following|above|below|provided|underlined|attached)\b|\b(?:given|based on|using|from|for) (?:a|an|the|some|two|this|these|your|their) (?:\w+ ){0,3}(?:sentences?|paragraphs?|text|passages?|words?|topics?|lists?|facts|information|email|review|article|abstract|product|description|problem|number|input)\b/;
const LAYOUT = /^\s*[[{]|^\s*#{1,4}\s|\n\s*(?:[-*•]|\d+[.)])\s|\$\{|\{\{|\[[A-Z][\w ]{3,}\]/m;

/** Returns whether the prompt includes a text to work on or a role to play. */
export function givesText({ lower, text }: PromptReading): boolean {
  return ROLE.test(lower) || GIVEN.test(lower) || LAYOUT.test(text);
}

/**
 * Work on a text or in a role: an imperative, a role to play, an included text, or the layout of long
 * instructions.
 */
const writingTask: GateRule = {
  reason: "writing_task",
  applies: (reading) => {
    const { lower, names } = reading;
    if (givesText(reading)) return true;
    // "Describe the career of …" asks for facts: a verb that needs sources, with a name, makes it a question.
    return IMPERATIVE.test(lower) && !(SOURCED_VERB.test(lower) && names.length > 0);
  },
};

const LONG_WORDS = 75;

/** More words than a question has, without a sign of their purpose. */
const longText: GateRule = {
  reason: "long_text",
  applies: (reading) => reading.words.length > LONG_WORDS && !writingTask.applies(reading),
};

const PASCAL_CASE = /\b[A-Z][a-z]+[A-Z][A-Za-z]*\b/;

/** Returns whether a text contains an identifier of a program: `retry_delay`, `readFile()`, `main.ts`. */
export function hasIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A question about the user's own code: identifiers, "this repository", or several words about software. */
export const workspace: GateRule = {
  reason: "workspace",
  applies: ({ text, lower, words }) => {
    if (IDENTIFIER.test(text) || OURS.test(lower)) return true;
    const software = new Set(words.filter((word) => SOFTWARE.has(word)));
    return software.size >= (PASCAL_CASE.test(text) ? 2 : 4);
  },
};

const COMPOUND_IDENTIFIER = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b/g;
const ASKS_OF_CODE =
  /\b(?:defined|declared|implemented|called|used|tested|exported|imported|instantiated|return|returns|throw|throws|fail|fails|do|work|handle)\b/;

/** Matches what is never asked about companies. */
const ASKS_OF_CODE_ALONE =
  /\b(?:defined|declared|implemented|instantiated|exported|imported|throws?|returns?|returned|null|undefined|subclass(?:es)?|overrid(?:es?|den)|inherits?|refactor(?:ed)?)\b/;

/**
 * A question about an identifier (`RetryPolicy`) in code, either in words used only for code, or about one in
 * the caller's workspace context. The context alone never counts against grounding, and a company whose name
 * looks like an identifier can still be asked about: "who founded …" is not a question about code.
 */
const ownIdentifier: GateRule = {
  reason: "workspace",
  applies: ({ text, lower, workspaceContext }) => {
    if (!/^(?:how|where|why|what)\b/.test(lower)) return false;
    const identifiers = text.match(COMPOUND_IDENTIFIER) ?? [];
    if (identifiers.length > 0 && ASKS_OF_CODE_ALONE.test(lower)) return true;
    return (
      ASKS_OF_CODE.test(lower) && identifiers.some((identifier) => workspaceContext.includes(identifier))
    );
  },
};

/** An order or small talk to the assistant, or an errand on the user's own accounts and devices. */
const assistantCommand: GateRule = {
  reason: "assistant_command",
  applies: ({ asking, words, names, people, tokens, hits }) => {
    if (COMMAND.test(asking) || SMALL_TALK.test(asking) || OWN_MEANS.test(asking)) return true;
    if (people.length === 0 && isErrand(tokens, hits)) return true;
    if (names.length > 0 || ABOUT_THE_PAST.test(asking)) return false;
    // "how long has tim cook been ceo": a part of a name is not an errand.
    const named = new Set(people.flatMap(({ text }) => text.split(" ")));
    return (
      words.filter((word) => ERRANDS.has(word) && !named.has(word)).length >= (words.length > 12 ? 2 : 1)
    );
  },
};

const ERRAND_WITHIN = 4;

/** Returns whether an errand in another language occurs near the start: "Wer hat heute Bereitschaft?" */
function isErrand(tokens: readonly GateToken[], hits: readonly Hit[]): boolean {
  const near = hits.filter(
    ({ kind, language, from, to }) =>
      kind === "errand" && language !== "en" && (from < ERRAND_WITHIN || to - from > 1),
  );
  if (near.length === 0) return false;
  const spoken = findLikelyLanguages(tokens, hits);
  return !spoken.has("en") && near.some(({ language }) => spoken.has(language));
}

const FIRST_PERSON = /(?<![.\p{L}])(?:i|i'm|i've|i'd|i'll|my|mine|me|our)(?![.\p{L}]\p{L}|-)\b/u;
const SECOND_PERSON = /\b(?:you|your|yours|yourself|you're|you've)\b/;
const ASIDE =
  /^(?:please |hi |hello |hey |[,.!] ?)*(?:(?:can|could|would|will) you (?:please )?(?:tell|show|give) (?:me|us)|do you (?:happen to )?know (?=who|what|when|where|which|why|how|if)|(?:i want|i need|i'd like|i would like) to know|i wonder|i was wondering|(?:tell|show|give|find) me)\b|"[^"]*"|“[^”]*”|(?<=\s)'[^']+'/g;
/** The prompt is about the speaker or the assistant. */
const personal: GateRule = {
  reason: "personal",
  applies: ({ asking }) => {
    const rest = asking.replace(ASIDE, " ");
    return FIRST_PERSON.test(rest) || SECOND_PERSON.test(rest);
  },
};

/** The criteria for work, code and the user's own matters. */
export const RULES: readonly GateRule[] = [
  code,
  arithmetic,
  writingTask,
  longText,
  workspace,
  ownIdentifier,
  assistantCommand,
  personal,
];
