const PLACE =
  "(?:the )?(?:given |provided |above )?(?:passages?|steps?|sources?|texts?|citations?|articles?|evidence)(?: \\d{1,2}\\b)?(?: provided| given| above)?";
const PLACES = `${PLACE}(?:(?:,| and|, and| or) (?:passage |source )?\\d{1,2}\\b)*`;
const ATTRIBUTION = new RegExp(
  [
    `^(?:however|additionally|also|finally|moreover|furthermore|in addition|therefore|thus|for example|for instance|specifically|overall|in summary|instead|lastly|similarly)?,? ?(?:(?:according to|based on|as (?:mentioned|stated|described|noted) (?:in|by)|from|in) ${PLACES},? ?)`,
    `\\s*\\((?:see |as (?:mentioned|stated) in )?${PLACES}\\)`,
    `,? (?:according to|based on|as (?:mentioned|stated|described|noted) (?:in|by)) ${PLACES}`,
  ].join("|"),
  "giu",
);
const OPENERS =
  /^(?:however|additionally|also|finally|moreover|furthermore|in addition|therefore|thus|overall|in summary|lastly|similarly),\s+/i;

/** Returns a sentence without the words that name its sources or only connect it to the previous sentence. */
export function removeAttribution(sentence: string): string {
  const plain = sentence.replace(ATTRIBUTION, "").replace(OPENERS, "").trim();
  return plain === "" ? sentence : plain;
}

const NUMBERED_SOURCE = /\b(?:passage|source|step|citation)s? \d+(?:(?:,| and) \d+)*/giu;

/**
 * Returns a sentence without "passage 3" and the like. The number is part of the model's notes and not a
 * fact.
 */
export function removeSourceNumbers(sentence: string): string {
  return sentence.replace(NUMBERED_SOURCE, " ");
}
