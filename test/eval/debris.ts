/**
 * Judges of a claim's form, for the seven measured languages. They read the claim alone and know nothing of
 * the product.
 */

const CUT_OFF = /^(?:\.\.\.|…)|(?:\.\.\.|…|\[…\])["'”’»)\]\s]*$/;
const MARKUP = /\]\(|\*\*|^\s*#{1,6}\s|`{3}|<\/?[a-z]+[ >/]|\|.*\||^\s*\||\|\s*$|!\[|^\s*(?:[-*•]\s)+$/;
const NAVIGATION =
  /\b(?:skip to (?:main )?content|read more|sign in|log in|sign up|subscribe (?:now|to)|click here|cookie (?:policy|settings)|all rights reserved|privacy policy|terms of (?:use|service)|back to top|share this|table of contents|jump to (?:navigation|search))\b|[›»].*[›»]|(?: > [^>]+){2,}/i;

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|" +
  "januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|" +
  "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|" +
  "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|" +
  "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر";
const DATE_WORDS = new RegExp(
  `(?<!\\p{L})(?:${MONTHS}|mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|` +
    "st|nd|rd|th|am|pm|utc|gmt|ago|days?|hours?|weeks?|months?|years?|published|updated|posted|last|on|at|by|de|del|of|г|года?)(?!\\p{L})|[年月日]",
  "giu",
);

const VERBS =
  /\b(?:is|are|was|were|be|been|has|have|had|does|did|do|can|may|will|won|said|says|made|became|began|came|went|wrote|led|built|held|\w{2,}ed)\b/i;
const VERBS_ELSEWHERE =
  /(?<!\p{L})(?:ist|sind|war|waren|wurde|hat|hatte|es|son|fue|era|fueron|tiene|был|была|было|были|является|стал|стала|كان|كانت|هو|هي)(?!\p{L})|(?:dır|dir|dur|dür|tır|tir|tur|tür|di|dı|du|dü|ti|tı)[.!?]?$/u;
/** Words of a language that writes none apart are counted two characters each. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const FEWEST_WORDS = 5;

/**
 * Returns whether a claim says nothing: it is cut off, a bare date, a fragment, or a remainder of markup,
 * tables or navigation.
 */
export function isDebris(claim: string): boolean {
  const text = claim.trim();
  return (
    CUT_OFF.test(text) || MARKUP.test(text) || NAVIGATION.test(text) || isBareDate(text) || isFragment(text)
  );
}

function isBareDate(text: string): boolean {
  return !/\p{L}/u.test(text.replace(DATE_WORDS, " "));
}

function isFragment(text: string): boolean {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, " ").match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  if (spaced + unspaced / 2 >= FEWEST_WORDS) return false;
  return !/\p{N}/u.test(text) && !VERBS.test(text) && !VERBS_ELSEWHERE.test(text);
}

const PRONOUNS: Readonly<Record<string, RegExp>> = {
  en: /^(?:he|she|it|they|his|her|hers|its|their|theirs)(?!\p{L})/iu,
  de: /^(?:er|sie|seine?[rnms]?|ihre?[rnms]?)(?!\p{L})/iu,
  es: /^(?:él|ella|ellos|ellas|sus?)(?!\p{L})/iu,
  ru: /^(?:он|она|оно|они|его|её|ее|их)(?!\p{L})/iu,
  tr: /^(?:o|onlar|onun|onların)(?!\p{L})/iu,
  ar: /^(?:و)?(?:هو|هي|هم)(?!\p{L})/u,
  zh: /^[他她它其]/u,
};

/** Returns whether a claim opens with a personal or possessive pronoun of its language. */
export function opensWithPronoun(claim: string, language: string): boolean {
  return PRONOUNS[language]?.test(claim.replace(/^[\s"'“‘«„(]+/, "")) ?? false;
}
