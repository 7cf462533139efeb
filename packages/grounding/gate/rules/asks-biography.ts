import type { GateRule } from "../rule.ts";

const LIFE_OF =
  /\b(?:bio|biography|profile|life story|obituary) (?:of|about|on) (?!me\b|my\b|myself\b|our\b|us\b|you|this\b|an?\b|the (?:given|following|company|team)\b)/;
const ABOUT_SOMEBODY =
  /\b(?:biograph(?:y|ical)|bio)\b|\b(?:who(?:'s| is| was)|tell (?:me|us)(?: more)? about|what (?:do you|does anyone) know about)\b/;

/** A request for somebody's life: "biography of …" of whomever, or "who is …", "tell me about …" followed by a name in any case. */
export const asksBiography: GateRule = {
  reason: "asks_biography",
  weight: 9,
  applies: ({ lower, askedName }) =>
    LIFE_OF.test(lower) || (askedName !== null && ABOUT_SOMEBODY.test(lower)),
};
