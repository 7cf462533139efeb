/** One answer as the model wrote it: the number of letters after each token, and the time. */
export interface Written {
  /** The stream's name, as its conversation begins. */
  name: string;
  letters: number[];
  at: number[];
}

/**
 * One answer as a client read it: the number of letters after each piece of text, and the time when it came.
 */
export interface Read {
  name: string;
  askedAt: number;
  /** When the first event came, whatever it was. */
  firstEventAt: number;
  letters: number[];
  at: number[];
  /** Pieces that came as `unverified`. */
  withheld: number;
}

/**
 * Milliseconds on a scale that all processes of this machine share (CLOCK_MONOTONIC), so that one may be held
 * against another's.
 */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Characters that are no white space: what is between sentences may change on the way, the words may not. */
export function countLetters(text: string): number {
  return text.replace(/\s+/g, "").length;
}

/** Delay of one piece of text. */
export interface Late {
  /** The place of the token that was the last one in it. */
  token: number;
  /** Milliseconds after that token was written. */
  ms: number;
  /** Milliseconds after the next one was, which alone shows that a sentence has ended. */
  afterNextMs: number;
}

/** By piece of text that was read, how late it came. Throws where not everything was read. */
export function lateness(written: Written, read: Read): Late[] {
  if (read.letters.at(-1) !== written.letters.at(-1))
    throw new Error(
      `${read.name}: ${read.letters.at(-1)} letters were read of ${written.letters.at(-1)} written.`,
    );
  let token = 0;
  return read.at.map((at, piece) => {
    while ((written.letters[token] ?? 0) < (read.letters[piece] ?? 0)) token++;
    const writtenAt = written.at[token] ?? Number.NaN;
    return { token, ms: at - writtenAt, afterNextMs: at - (written.at[token + 1] ?? writtenAt) };
  });
}

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
