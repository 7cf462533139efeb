import { findDates } from "../../text/dates.ts";
import type { GateRule } from "../rule.ts";

const RECENT =
  /\b(?:latest|breaking|newest|current(?:ly)?|recent(?:ly)?|nowadays|as of (?:now|today)|this (?:year|season|month)'?s?|news (?:about|on|from)|the news|upcoming|just (?:announced|released|died|won)|still alive|right now (?:in|at) the)\b/;

/** Something that changes with the news: what a model's memory gets wrong first. */
export const recentEvent: GateRule = {
  reason: "recent_event",
  weight: 2,
  applies: ({ lower }) => RECENT.test(lower),
};

/** A year or a full date. */
export const dated: GateRule = {
  reason: "dated",
  weight: 1,
  applies: ({ text }) => findDates(text).length > 0,
};
