/** As many marks as a character may carry (UAX #15, Stream-Safe Text Format): NFC takes the square of a longer run. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** NFC in a time that grows with the text alone: a character keeps at most 30 marks. */
export function streamSafeNfc(text: string): string {
  return text.replace(EXCESS_MARKS, "$1").normalize("NFC");
}
