import type { GateRule } from "../rule.ts";

const FIRST_PERSON = /(?<![.\p{L}])(?:i|i'm|i've|i'd|i'll|my|mine|me|our)(?![.\p{L}]\p{L}|-)\b/u;
const SECOND_PERSON = /\b(?:you|your|yours|yourself|you're|you've)\b/;
/** "You" as anybody: "how do you say …", "do you have to …", "your heart". */
const ANYBODY =
  /\b(?:how|when|where|why|what|which|how (?:old|many|much|long|often)) (?:do|can|would|should|could|must|does) you\b(?! (?:like|work|live|speak|know|do\b|think|feel|want|prefer|believe|come|enjoy|say about|mean|sound|look|call (?:yourself|me|home)|go by|have (?:for|in|on)|suggest|recommend|reside|hail))|\b(?:do|if|when|that|can|should|after|before) you (?:have to|need|get|are|can|use|see|must|eat|die|find|put|go|buy)\b|\b(?:when )?your (?:body|blood|heart|brain|mouth|skin|baby|eyes?|stomach|liver|kidneys?|lungs?|hair|foot|feet|hands?|ears?|nose|teeth|tooth|muscles?|bones?|neck|leg|head|finger\w*|tongue)\b|\btell you (?:about|that)\b/g;
const ASIDE =
  /^(?:please |hi |hello |hey |[,.!] ?)*(?:(?:can|could|would|will) you (?:please )?(?:tell|show|give) (?:me|us)|do you (?:happen to )?know (?=who|what|when|where|which|why|how|if)|(?:i want|i need|i'd like|i would like) to know|i wonder|i was wondering|(?:tell|show|give|find) me)\b|"[^"]*"|“[^”]*”|(?<=\s)'[^']+'/g;
/** In a question about a work or its makers, "you" and "me" belong to the title. */
const ABOUT_A_WORK =
  /\bwho (?:sings?|sang|sung|wrote|plays?|played|said|directed|originally|voices?|stars?|recorded|does|did|dies|is (?:the|in))\b|\b(?:movie|film|lyrics|album|episode|season|cast|series|filmed|theme song|soundtrack)\b|^when (?:was|did|is|does)\b.*\b(?:come out|released|made|written|filmed|start|air|aired|recorded)\b|^(?:release date|sequel|the cast|cast)\b/;
const MINE =
  /^(?:(?:what|how|when|where|can|do|am|is|did)(?:'s| is| was| are| do| did| can| have| am| much| many)* (?:my|i)|do you|can you|have you)\b/;

/** The speaker or the assistant is what the prompt is about. */
export const personal: GateRule = {
  reason: "personal",
  weight: -4,
  applies: ({ asking }) => {
    const rest = asking.replace(ASIDE, " ");
    if (ABOUT_A_WORK.test(rest) && !MINE.test(rest)) return false;
    return FIRST_PERSON.test(rest) || SECOND_PERSON.test(rest.replace(ANYBODY, " "));
  },
};
