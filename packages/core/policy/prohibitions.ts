/** Words that forbid what follows them, up to the end of their clause. */
const FORBIDS_WHAT_FOLLOWS =
  "never|nothing|nobody|nowhere|neither|avoid|except|excluding|rather than|instead of|other than|stop|" +
  "without (?:posting|sending|writing|mailing|messaging|telling|notifying)|" +
  "außer|ausser|statt|anstatt|sauf|excepté|salvo|excepto|eccetto|tranne|exceto|behalve|" +
  "ne|no|non|não|nunca|jamais|mai|nooit|" +
  // "It was not sent" and "I cannot come" say what is so, and forbid nothing.
  "(?<!(?:did|was|were|has|have|had) )not|" +
  "(?<!(?:^|[^\\p{L}])(?:i|he|she|it|we|they) )(?:cannot|dont|(?:do|does|must|shall|should|may|ca|wo|need)n['’]t)";
/** Words that forbid all of their clause: in German and Dutch they may stand behind what they forbid. */
const FORBIDS_ITS_CLAUSE = "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|niemandem|niet|geen";
/** Phrases with a denial in them that forbid nothing. */
const FORBIDS_NOTHING = [
  "(?:(?:do|should|must) ?(?:not|n['’]t)|don['’]?t|never) (?:forget|hesitate|worry|mind|fail)",
  "why (?:do not|don['’]?t|not)|not only|(?:if|or) (?:it is )?not",
  "no (?:problem|worries|rush|hurry)|(?:no|not) (?:later|earlier|more|fewer|less|longer) than",
  "nicht (?:nur|vergessen)|vergiss nicht|pas seulement|no solo|non solo",
].join("|");
/** A word of its own, and no part of an address or a name such as #no-spam. */
const alone = (words: string) => `(?<![\\p{L}\\p{N}#@/._-])(?:${words})(?![\\p{L}\\p{N}@/_-]|\\.\\p{L})`;
const HARMLESS = new RegExp(alone(FORBIDS_NOTHING), "giu");
const FOLLOWING = new RegExp(
  `${alone(FORBIDS_WHAT_FOLLOWS)}|(?<!\\p{L})n['’](?=\\p{L})|不要|别|請勿|请勿`,
  "iu",
);
const CLAUSE = new RegExp(alone(FORBIDS_ITS_CLAUSE), "iu");

/**
 * Ends of clauses: a mark with space behind it, a conjunction, or a comma that no further place of a list
 * follows.
 */
const CLAUSE_END =
  /[.!?;:](?=\s|$)|\n|[。！？；，]|,(?=\s+(?![#@<"“]|\S+@|\S+:\/\/|(?:or|nor|oder|ou|o|und|and)\s))|(?<=\s)(?:but|instead(?! of)|only|aber|sondern|mais|pero|sino|ma|mas|maar)(?=\s)/giu;

/** A text of a user, apart by whether they forbade it. */
export interface SaidText {
  allowed: string;
  /** Clauses such as "never post to #board"; empty for most texts. */
  forbidden: string;
}

/**
 * Takes what a user forbade out of what they said: who says "never post to #board" has not named it as a
 * place to write to. What cannot be told apart counts as forbidden, so that a person is asked.
 */
export function splitProhibitions(text: string): SaidText {
  const plain = text.replace(HARMLESS, (words) => " ".repeat(words.length));
  if (!FOLLOWING.test(plain) && !CLAUSE.test(plain)) return { allowed: text, forbidden: "" };
  const allowed: string[] = [];
  const forbidden: string[] = [];
  let start = 0;
  for (const end of [...plain.matchAll(CLAUSE_END)]
    .map(({ index, 0: mark }) => index + mark.length)
    .concat(text.length)) {
    const at = start + forbiddenFrom(plain.slice(start, end));
    allowed.push(text.slice(start, at));
    forbidden.push(text.slice(at, end));
    start = end;
  }
  return { allowed: allowed.join(" "), forbidden: forbidden.join(" ").trim() };
}

/** The place in a clause from which on it forbids; its length where it does not. */
function forbiddenFrom(clause: string): number {
  if (CLAUSE.test(clause)) return 0;
  const found = clause.search(FOLLOWING);
  return found < 0 ? clause.length : found;
}
