/**
 * The port of a reader: something that reads better than rules do, and may only choose. It is given numbered
 * sentences and answers with numbers, verbatim parts and words of a list. Nothing that it writes is shown.
 */
export interface Reader {
  /** Names what reads, such as the model's id. A choice is kept under it. */
  readonly id: string;
  /**
   * Says of each candidate whether it answers the question. May reject, take long, or answer anything: what
   * it returns is verified before it counts.
   */
  select(
    question: ReadingQuestion,
    candidates: readonly ReaderCandidate[],
    bounds: ReadingBounds,
  ): Promise<SelectAnswer>;
  /**
   * Says which of the pages found for a name speak of one person. Left out by a reader that cannot say so.
   */
  samePerson?(name: string, pages: readonly ReaderPage[], bounds: ReadingBounds): Promise<SamePersonAnswer>;
  /**
   * Says of each statement whether the evidence supports it, and on which of its numbers that rests. Left out
   * by a reader that cannot say so.
   */
  support?(
    statements: readonly ReaderStatement[],
    evidence: readonly ReaderCandidate[],
    bounds: ReadingBounds,
  ): Promise<SupportAnswer>;
}

/** One page as a reader sees it. */
export interface ReaderPage {
  /** From 1. */
  number: number;
  title: string;
  url: string;
  /** The sentences found of the page. */
  text: string;
}

/** A reader's groups of pages, with what they took. */
export interface SamePersonAnswer {
  /** The numbers of the pages of each person; every number once. Not trusted: see `verifyGroups`. */
  groups: unknown;
  usage: ReadingUsage;
}

/** A sentence that somebody wrote, which the evidence may support. */
export interface ReaderStatement {
  /** From 1. */
  number: number;
  text: string;
  /** Who or what its opening pronoun means; left out where it opens with none. */
  about?: string;
}

export const SUPPORT_VERDICTS = ["supported", "contradicted", "neither"] as const;

/** One statement as a reader judges it. */
export interface ReaderVerdict {
  statement: number;
  verdict: (typeof SUPPORT_VERDICTS)[number];
  /** Numbers of the evidence that it rests on; none for `neither`. */
  evidence: number[];
}

/** A reader's verdicts, with what they took. */
export interface SupportAnswer {
  /** One verdict for each statement. Not trusted: see `verifyVerdicts`. */
  verdicts: unknown;
  usage: ReadingUsage;
}

/** The question as it was searched, without what is private. */
export interface ReadingQuestion {
  text: string;
  /** The person or thing asked about; null where nothing has a name. */
  subject: string | null;
  /** YYYY-MM-DD. */
  today: string;
}

/** One sentence that may be quoted. */
export interface ReaderCandidate {
  /** From 1. */
  number: number;
  text: string;
  title: string;
  url: string;
  /** When its page was published: YYYY-MM-DD or less; left out where that is not known. */
  date?: string;
}

export interface ReadingBounds {
  /** Aborts when the answer would come too late, or the caller leaves. */
  signal: AbortSignal;
  /** Milliseconds that the answer may take. */
  timeoutMs: number;
  /** Whose question it is, for shares and metrics; a model is not told. */
  tenantId?: string | undefined;
}

/** Who a sentence speaks of: the one asked for, somebody or something else, or it cannot be told. */
export const ABOUT = ["asked", "other", "unknown"] as const;

/** One candidate as a reader judges it. */
export interface ReaderChoice {
  number: number;
  answers: "yes" | "no";
  /** The part that answers, verbatim; "" where none does. */
  span: string;
  about: (typeof ABOUT)[number];
}

/** A reader's answer, with what it took. */
export interface SelectAnswer {
  /** One choice for each candidate. Not trusted: see `verifyChoices`. */
  choices: unknown;
  usage: ReadingUsage;
}

export interface ReadingUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** Why a reader's choice does not count: research goes on as if there were no reader. */
export const READER_FAILURES = ["chose_decoy", "invalid_answer", "too_slow", "failed"] as const;

/** Milliseconds a reader may take; research then goes on without one. */
export const READER_TIMEOUT_MS = 6_000;
