import type { PromptReading } from "../prompt-reading.ts";
import type { GateRule } from "../rule.ts";

const IMPERATIVE =
  /^(?:(?:please|now|hi|hello|can you|could you|would you|help me(?: to)?|i want you to|i need you to|your task is to)[,\s]+)*(?:write|rewrite|re-write|create|generate|compose|draft|design|make (?:a|an|up|the|me)|craft|develop|produce|brainstorm|translate|paraphrase|summari[sz]e|proofread|edit|correct|convert|classify|categori[sz]e|suggest|recommend|come up with|think of|imagine|pretend|act as|role-?play|continue|complete|fill|turn|transform|improve|expand|shorten|simplify|extract|detect|determine|decide|predict|choose|select|pick|identify|label|tag|rank|sort|analy[sz]e|evaluate|assess|plan|outline|prepare|answer|solve|add|remove|replace|provide|describe|explain|list(?! of)|give|compare|build|construct|organi[sz]e|construct|propose|offer|show|indicate|find|match|rate|arrange|judge|ask|use|read|tell me (?:if|whether)|include|formulate|invent|help)\b/;
const SOURCED_VERB =
  /^(?:(?:please|now|can you|could you|would you)[,\s]+)*(?:describe|explain|list|give|find|name|identify|compare|summari[sz]e|outline|provide|show|answer)\b/;
const ROLE =
  /\b(?:act as|you are (?:an?|the|now|given|going|to|provided|asked|tasked|my)|you will (?:be|act|play|help|receive|perform)|your (?:task|job|role|goal) (?:is|will)|i want you to|i will (?:give|provide|send|type|tell)|in this task|imagine (?:you|that)|pretend|suppose (?:you|that)|role[- ]?play)\b/;
const GIVEN =
  /\b(?:the|this|these|a|each) (?:given|following|above|below|provided|underlined|attached)\b|\b(?:given|based on|using|from|for) (?:a|an|the|some|two|this|these|your|their) (?:\w+ ){0,3}(?:sentences?|paragraphs?|text|passages?|words?|topics?|lists?|facts|information|email|review|article|abstract|product|description|problem|number|input)\b/;
const LAYOUT = /^\s*[[{]|^\s*#{1,4}\s|\n\s*(?:[-*•]|\d+[.)])\s|\$\{|\{\{|\[[A-Z][\w ]{3,}\]/m;

/** Whether a text to work on or a role to play comes along. */
export function givesText({ lower, text }: PromptReading): boolean {
  return ROLE.test(lower) || GIVEN.test(lower) || LAYOUT.test(text);
}

/** Work on a text or in a role: an imperative, a role to play, something given along, the layout of a long instruction. */
export const writingTask: GateRule = {
  reason: "writing_task",
  weight: -6,
  applies: (reading) => {
    const { lower, names } = reading;
    if (givesText(reading)) return true;
    // "Describe the career of …" asks for facts: a name in a verb that needs sources makes it a question.
    return IMPERATIVE.test(lower) && !(SOURCED_VERB.test(lower) && names.length > 0);
  },
};
