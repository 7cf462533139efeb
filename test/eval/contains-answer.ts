/** Numbers and the shortest words must stand alone: "8" is not in "1980", nor "no" in "known". */
const STANDS_ALONE = /^(?:[\d ]+|[a-z\d]{1,3})$/;

/** Returns whether a claim contains an answer, ignoring case and punctuation. */
export function containsAnswer(claim: string, answer: string): boolean {
  const text = plain(claim);
  const wanted = plain(answer);
  if (wanted === "") return false;
  // Next to Chinese characters a number stands alone without a space.
  return STANDS_ALONE.test(wanted)
    ? new RegExp(`(?<![a-z\\d])${wanted}(?![a-z\\d])`).test(text)
    : text.includes(wanted);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
