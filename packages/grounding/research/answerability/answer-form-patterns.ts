/**
 * A form of answer that English questions ask for. `asks` matches the question and `gives` a sentence in that
 * form. `settles`: such a sentence answers the question even without the question's own words, as "9.58
 * seconds" answers "how fast". `ofPerson` restricts a form to questions about a person.
 */
interface AnswerForm {
  asks: RegExp;
  gives: RegExp;
  settles?: boolean;
  ofPerson?: boolean;
}

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b";
/** Matches what follows "in" when it means a time: "in 1906", "in early June", "in the same year". */
const TIME = `(?:\\d|${MONTH}|(?:the )?(?:early|mid|late|same|following|spring|summer|autumn|winter|year|morning|evening|night|fall)\\b|the \\d|(?:his|her|their) (?:\\d|sleep|\\w+ties|youth|old age)|old age|poverty|office|childbirth)`;
/** Matches "in Leeds", "at sea", "near the village of Thal", "there", or a place after a date and a comma. */
const PLACE = `(?:(?:in|at|near|outside|aboard|on board)\\s+(?!${TIME})\\p{L}|there\\b|here\\b|,\\s+(?!${MONTH})[A-ZÀ-Þ]\\p{Ll}+(?:,|\\)|\\.|\\s[A-ZÀ-Þ]))`;
/** Skips dates and text between commas before a place, but not another verb. */
const UP_TO_PLACE =
  "(?:(?!\\b(?:he|she|they|who|which|took|take|is|was|became|and the|where)\\b)[^;]){0,90}?";
/** Matches "(Kumasi, 2 January 1971". */
const PLACE_IN_BRACKET = "[(（][A-ZÀ-Þ][\\p{L} .'’-]+,[^()]*\\d{4}";

/** Matches a word with or without an initial capital, inside a pattern that is otherwise case-sensitive. */
const matchEitherCase = (word: string) =>
  word.replace(/^\p{L}/u, (letter) => `[${letter.toUpperCase()}${letter}]`);

const WHERE =
  "^(?:(?:from |to |in |at |near )?where|(?:in |at )?(?:what|which) (?:city|town|country|village|place|state|county|region|hospital))\\b";

const LED =
  "\\bCEOs?\\b|\\bchief\\b|\\bpresident\\b|\\bchair\\w*|\\bhead(?:s|ed|ing)?\\b|\\blead(?:s|ers?|ing)?\\b|\\bled\\b|\\bruns?\\b|\\bran\\b|\\bboss\\b|\\b(?:managing|executive|general) (?:director|partner)\\b|\\bdirector(?: general)?\\b|\\bprincipal\\b|\\bin charge\\b|\\bgovern\\w*|\\brul(?:es?|ed|er)\\b|\\bmanag(?:es?|ed|er)\\b|\\bowner?s?\\b|\\bowned\\b|\\bmayor\\b|\\bminister\\b|\\bcontrol\\w*|\\boperat\\w*|\\boversee[ns]?\\b|\\badminist\\w*|\\bsecretary\\b|\\bhelm\\b|\\bcommissioner\\b|\\beditor\\b";

export const ANSWER_FORMS: readonly AnswerForm[] = [
  {
    asks: new RegExp(`${WHERE}.*\\bborn\\b|\\b(?:birthplace|place of birth)\\b`, "iu"),
    gives: new RegExp(
      `\\b${matchEitherCase("born")}\\b${UP_TO_PLACE}${PLACE}|\\p{L}-born\\b|\\b${matchEitherCase("birthplace")}|\\b${matchEitherCase("place")} of birth|\\b${matchEitherCase("native")} of\\b|\\b${matchEitherCase("hometown")}\\b|\\b(?:hails?|comes?|came) from\\b|\\b(?:in|at|near|from) [A-ZÀ-Þ][^.;]{0,60}\\bborn\\b|${PLACE_IN_BRACKET}|\\bwhere (?:he|she) was born`,
      "u",
    ),
  },
  {
    asks: new RegExp(
      `${WHERE}.*\\b(?:die|died|pass away|killed|murdered|assassinated|drown)\\b|\\bplace of death\\b`,
      "iu",
    ),
    gives: new RegExp(
      `\\b(?:[Dd]ied|[Dd]ies|[Dd]eath|[Dd]ead|[Kk]illed|[Mm]urdered|[Aa]ssassinated|[Dd]rowned|[Ee]xecuted|[Pp]assed away|[Pp]erished|[Ss]hot)\\b${UP_TO_PLACE}${PLACE}|\\b(?:in|at|near) [A-ZÀ-Þ][^.;]{0,60}\\b(?:died|killed|murdered|death)\\b|${PLACE_IN_BRACKET}|\\bwhere (?:he|she) (?:died|was killed)|†[^;]{0,30}\\bin \\p{Lu}|[–—-]\\s?[A-ZÀ-Þ]\\p{L}+,[^()]{0,20}\\d{4}|\\d{4},? (?:in )?[A-ZÀ-Þ][\\p{L} ,]+\\)`,
      "u",
    ),
  },
  {
    asks: /^how old (?:is|was|are|['’]?s)\b(?!.*\bwhen\b)/iu,
    gives:
      /\b(?:aged?|turn(?:s|ed|ing)?|at)\s+\d{1,3}\b|\b\d{1,3}[- ]years?(?:[- ]old)?\b|\byears old\b|\b(?:born|b\.|birthday|birth)(?!\p{L})[^;]{0,60}\b(?:1\d{3}|20\d{2})\b|\((?:[^()]*\D)?(?:1\d{3}|20\d{2})\s?[-–—]/iu,
    settles: true,
    ofPerson: true,
  },
  {
    asks: /^(?:who|whom|whose)\b.*\b(?:married|marry|wife|husband|spouse)\b|^who['’]?s\b.*\b(?:married|wife|husband|spouse)\b/iu,
    gives:
      /\b(?:re)?marr(?:y|ies|ied|iages?|ying)\b|\bwi(?:fe|ves)\b|\bhusbands?\b|\bspouses?\b|\bwed(?:s|ded|ding)?\b|\bwidow\w*|\bpartner\b|\bcouple\b|\bbride\b|\bgroom\b|\bdivorc\w*/iu,
  },
  {
    asks: /^who(?:['’]?s| is)?(?: currently| now)? (?:runs|running|heads|in charge of)\b/iu,
    gives: new RegExp(LED, "iu"),
    settles: true,
  },
  {
    asks: /^how much (?:does|do|did|will|would)\b.*\b(?:cost|sell for|go for)\b|^how much (?:is|are) (?:the|an?)\b(?!.*\bworth\b)|^(?:what(?:['’]s| is| was| are| were) )?(?:the )?prices? (?:of|for)\b|^what (?:does|do|did)\b.*\bcost\b/iu,
    gives:
      /[$€£¥₹₽₩]\s?\d|\d\s?(?:million |billion |thousand |m |bn )?(?:dollars?|euros?|pounds?|pence|cents?|yen|yuan|rupees?|francs?|kron[ao]r?|kroner|rubles?|won|pesos?|reals?|USD|EUR|GBP|CHF|[$€£¥₹])(?!\p{L})|\bfree\b|\b(?:hundred|thousand|million|billion|[a-z]+ty|one|two|three|four|five|six|seven|eight|nine|ten) (?:dollars?|euros?|pounds?|cents?|shillings?|pence)\b/iu,
  },
  {
    asks: /^how fast (?:did|does|do|was|is|can|could)\b/iu,
    gives:
      /\d[\d.,:]*\s?(?:seconds?|secs?|minutes?|mins?|hours?|km\/h|kmh|kph|mph|knots?|m\/s|miles (?:per|an) hour|kilomet(?:er|re)s (?:per|an) hour)(?!\p{L})|\d:\d\d/iu,
    settles: true,
    ofPerson: true,
  },
];

/** Matches questions about the future: "Where will the next Games be held?" */
export const ASKS_FUTURE =
  /^(?:in |on |at )?(?:where|when|who|which|what)\b.{0,40}\bwill\b|^(?:where|when) (?:is|are|does|do) (?:the |our |his |her |their )?(?:next|upcoming)\b/iu;
export const TELLS_PAST = /\b(?:was|were|took place|happened|occurred|had been)\b/iu;
export const TELLS_FUTURE =
  /\b(?:will|shall|won['’]t|next|upcoming|future|planned|plans?|planning|scheduled|due|expected|slated|set|intends?|going to|chosen|awarded|selected|elected|announced|confirmed|renewed|ordered|picked|premieres?|begins?|starts?|opens?|airs?|returns?|arrives?|would|to (?:be|host|take|open|start|begin|return|premiere|air|run|succeed|become))\b/iu;
export const TELLS_VENUE = /\b(?:will|to) (?:host|stage|be held|be hosted|take place|be staged)\b/iu;
export const ASKS_VENUE =
  /^(?:where|(?:in )?(?:what|which) (?:city|country|place))\b.*\b(?:held|hosted|take place|staged|host)\b/iu;

/**
 * Matches questions about someone's predecessor in an office. TELLS_BEFORE matches sentences that name one.
 */
export const ASKS_BEFORE = /^who (?:preceded|came before|was before)\b|\bpredecessor\b/iu;
export const TELLS_BEFORE =
  /\b(?:succeed(?:ed|ing|s)?(?! by)|replac(?:ed|ing|es?)(?! by)|preceded by|took over (?:as [\p{L} ]{1,30})?from|takes over from|predecessor,?(?: was)?|follow(?:ed|ing|s)(?! by))\s+(?:the |former |interim )?(?=\p{Lu})/u;

/** Matches years that only say when someone was born, or as of when something is true. */
export const DATES_BESIDE =
  /[(（][^()]*\b(?:born|née|né|b\.)(?!\p{L})[^()]*[)）]|[(（][^()]*\d{1,2}[^()]{0,14}\d{4}\s?[–—-][^()]*\d{1,2}[^()]{0,14}\d{4}[^()]*[)）]|\bborn (?:on |in )?(?:\p{L}+ )?(?:\d{1,2},? )?(?:\p{L}+ )?\d{4}\b|\bas of (?:early |mid[- ]?|late )?(?:\p{L}+ )?(?:\d{1,2},? )?\d{4}\b/giu;
