import { findDates } from "../text/dates.ts";
import { KNOWLEDGE } from "./rule-patterns.ts";
import type { GateRule } from "./rules.ts";

const LIFE_OF =
  /\b(?:bio|biography|profile|life story|obituary) (?:of|about|on) (?!me\b|my\b|myself\b|our\b|us\b|you|this\b|an?\b|the (?:given|following|company|team)\b)/;
const ABOUT_SOMEBODY =
  /\b(?:biograph(?:y|ical)|bio)\b|\b(?:who(?:'s| is| was)|tell (?:me|us)(?: more)? about|what (?:do you|does anyone) know about)\b/;

/**
 * A request for a life: "biography of …" followed by anything, or "who is …" or "tell me about …" followed by
 * a name in any case.
 */
const asksBiography: GateRule = {
  reason: "asks_biography",
  applies: ({ lower, askedName }) =>
    LIFE_OF.test(lower) || (askedName !== null && ABOUT_SOMEBODY.test(lower)),
};

/** A proper name of at least two words that looks like a person's. */
const namesAPerson: GateRule = {
  reason: "names_a_person",
  applies: ({ people }) => people.some(({ capitals }) => capitals),
};

/** Any other proper name: a work, a place, an organization. */
const namesSomething: GateRule = {
  reason: "names_something",
  applies: ({ names, text }) =>
    names.some((name) => name.start > 0 || name.text.includes(" ") || text.length === name.end),
};

const QUESTION_WORD =
  /^(?:(?:and|but|so|ok|okay|in|on|at|from|to|for|with|of|by|about|under|during|the|as)\s+){0,3}(?:who|whom|whose|what|which|when|where|why|how)(?:'s)?\b/;
const QUESTION_INSIDE =
  /[,.:]\s+(?:(?:in|on|at|from|to|for|with|by|of)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b[^.]*\?\s*$/;
const YES_OR_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s+(?!you\b|i\b|we\b|my\b|it\b|this\b|that\b|there\b)/;
/** Matches an unfinished statement: "the canal between the two seas is called". */
const UNFINISHED =
  /\b(?:is|are|was|were|by|called|named|as|of|of an?|is an?|to the|in|from|for|using|than|(?:in|of|on|to|by|for|from|about|which|what)\s+(?:who|whom|what|which|where)|(?:which|what|how many|how much)(?:\s+[\p{L}'-]+){1,4}|_+)\s*$/u;
const INDIRECT =
  /\b(?:tell me|find out|look up|know|name|list|identify|state)\s+(?:who|whom|whose|what|which|when|where|why|how)\b|^(?:please )?(?:tell me|name|specify|state|identify)\s+(?:me )?(?:the|a|an|one|two|three|all)\b|^(?:please )?tell me (?:more |something |everything )?about (?!you|my\b|me\b)/;

/** Matches prepositions before a question word: "con quién", "mit wem", "depuis quand". */
const FOREIGN_PREPOSITION =
  /^(?:con|a|de|desde|hasta|para|por|en|mit|von|vom|seit|bei|aus|fur|zu|bis|avec|chez|depuis|pour|par|jusqu'a|da|di|per|su|com|em|desde|ate|met|van|voor|sinds|bij|с|у|от|о|в|на|за|до)$/;

/**
 * A question about the world, recognized by form: it starts with a question word, is a yes-or-no question
 * about a third party, or an indirect question.
 */
const asksFact: GateRule = {
  reason: "asks_fact",
  applies: ({ lower, hits, tokens }) =>
    /[?؟？]$/.test(lower) ||
    hits.some(
      ({ kind, language, from }) =>
        kind === "question" &&
        language !== "en" &&
        (from === 0 || (from === 1 && FOREIGN_PREPOSITION.test(tokens[0]?.word ?? ""))),
    ) ||
    UNFINISHED.test(lower) ||
    QUESTION_WORD.test(lower) ||
    QUESTION_INSIDE.test(lower) ||
    YES_OR_NO.test(lower) ||
    INDIRECT.test(lower),
};

/** Vocabulary of questions that an encyclopaedia or a newspaper answers. */
const worldKnowledge: GateRule = {
  reason: "world_knowledge",
  applies: ({ words }) => words.some((word) => KNOWLEDGE.has(word)),
};

const RECENT =
  /\b(?:latest|breaking|newest|current(?:ly)?|recent(?:ly)?|nowadays|as of (?:now|today)|this (?:year|season|month)'?s?|news (?:about|on|from)|the news|upcoming|just (?:announced|released|died|won)|still alive|right now (?:in|at) the)\b/;

/** Something that changes with the news, which a model's memory most often gets wrong. */
const recentEvent: GateRule = {
  reason: "recent_event",
  applies: ({ lower }) => RECENT.test(lower),
};

/** A year or a full date. */
const dated: GateRule = {
  reason: "dated",
  applies: ({ text }) => findDates(text).length > 0,
};

/** The criteria for questions about the world. */
export const WORLD_RULES: readonly GateRule[] = [
  asksBiography,
  namesAPerson,
  namesSomething,
  asksFact,
  worldKnowledge,
  recentEvent,
  dated,
];
