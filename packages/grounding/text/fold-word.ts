/** Nothing in it to fold but the case: nearly every English word. */
const PLAIN = /^[A-Za-z0-9]+$/;

/** Letters and signs that no normal form takes apart, and what they are compared as. */
const SPELLED = /['’ʼøłßæœđðþıـ]/;
const SPELLED_AS: ReadonlyMap<string, string> = new Map([
  ["ø", "o"],
  ["ł", "l"],
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  // Turkish writes "ISPARTA" and "ısparta"; other texts write "Isparta".
  ["ı", "i"],
]);

/** Jamo, into which the normal form takes Korean syllables apart. */
const JAMO = /[\u1100-\u11FF]/;

/** Lower case without diacritics and apostrophes, possessive ending gone: "O’Brien’s" and "obrien" compare equal. */
export function foldWord(raw: string): string {
  if (PLAIN.test(raw)) return raw.toLowerCase();
  // Marks go first as well: to put a word in normal form takes the square of the number of its marks.
  const bare = raw.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  if (JAMO.test(bare)) return bare.normalize("NFC");
  if (!SPELLED.test(bare)) return bare;
  return bare.replace(/['’ʼ]s$/, "").replace(/['’ʼـøłßæœđðþı]/g, (sign) => SPELLED_AS.get(sign) ?? "");
}
