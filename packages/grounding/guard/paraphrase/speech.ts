const QUOTATION = /"[^"]*"|“[^“”]*”|«[^«»]*»/g;
/** Matches a quoted statement. A title may also be quoted, but is not a statement. */
const QUOTED_STATEMENT =
  /[.!?…,][”"»]$|\b(?:is|are|was|were|has|had|have|did|does|will|would|can|could|should|must|be|not)\b/;
const WORDS_OF_SPEECH = 3;

/** Returns a text without quoted speech, which may say anything and is not the page's own statement. */
export function removeSpeech(text: string): string {
  return text.replace(QUOTATION, (quoted) =>
    QUOTED_STATEMENT.test(quoted) && quoted.split(/\s+/).length >= WORDS_OF_SPEECH ? " " : quoted,
  );
}

const REPORTING =
  /\b(?:said|says|say|told|tells|stated|states|argue[ds]?|believe[ds]?|thought|thinks|wrote|writes|claim(?:s|ed)?|suggest(?:s|ed)?|assert(?:s|ed)?|insist(?:s|ed)?|announced|reported)\b(?:\s+(?:in|on|at|to|of)\b[^,.]{0,40})?(?:,|:|\s+that\b|\s*["“])|\b(?:told|tells|informed|assured|warned)\s[^,.;:]{1,40}?\sthat\b|\b(?:holds|has it) that\b|\baccording to\b|\b(?:they|some|many|people|it is|is|was) (?:say|said|thought|believed|claimed|rumou?red)\b|\bin (?:his|her|their) (?:view|opinion|words)\b|\b(?:said|says|claim(?:s|ed)?|argue[sd]?|believe[sd]?|thinks?|thought|insist(?:s|ed)?|estimate[sd]?)\s(?:the|he|she|it|they|there|his|her|their|its|this|these|those|no)\b|\b(?:critics|opponents|supporters|analysts|experts|historians|researchers|scientists|officials|users|patients|customers|residents|people|landlords|authors)\s(?:say|report|claim|argue|believe|think|warn|suggest|estimate)\b/i;

const SAYING =
  /\b(?:said|says?|told|tells?|stat(?:es?|ed)|wrote|writes?|views?|opinion|report\w*|describe[ds]?|consider\w*|argue[ds]?|believe[ds]?|thought|thinks?|claim\w*|suggest\w*|assert\w*|insist\w*|announce\w*|inform\w*|assur\w*|warn\w*|holds that|has it that|according)\b/i;

/** Returns whether only one of the two presents the matter as what someone said, and not as a fact. */
export function reportDiffers(said: string, source: string): boolean {
  return (REPORTING.test(source) && !SAYING.test(said)) || (REPORTING.test(said) && !SAYING.test(source));
}
