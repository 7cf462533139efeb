/**
 * Interface of a reader: something that understands text better than rules, but may only select. It receives
 * numbered sentences and returns numbers, verbatim parts and fixed words. Nothing that it writes is shown.
 */
export interface Reader {
  /** Identifies the reader, for example by the model's ID. Answers are cached under it. */
  readonly id: string;
  /**
   * Returns for each candidate whether it answers the question. It may reject, take long, or return anything,
   * because the result is verified.
   */
  select(
    question: ReadingQuestion,
    candidates: readonly ReaderCandidate[],
    bounds: ReadingBounds,
  ): Promise<SelectAnswer>;
  /**
   * Returns what the last of a person's messages asks for. It reads their messages alone, never a result.
   * Omitted if not supported.
   */
  classify?(messages: readonly string[], bounds: ReadingBounds): Promise<PurposeAnswer>;
  /** Returns which pages found for a name are about the same person. Omitted if not supported. */
  samePerson?(name: string, pages: readonly ReaderPage[], bounds: ReadingBounds): Promise<SamePersonAnswer>;
  /**
   * Returns for each statement whether the evidence supports it, and which numbers do. Omitted if not
   * supported.
   */
  support?(
    statements: readonly ReaderStatement[],
    evidence: readonly ReaderCandidate[],
    bounds: ReadingBounds,
  ): Promise<SupportAnswer>;
}

/**
 * Kinds of prompts: work on the person's own data, facts about the world, both, or a follow-up on the last
 * answer.
 */
export const PROMPT_KINDS = ["own", "fact", "both", "follow_up"] as const;

export interface PromptPurpose {
  kind: (typeof PROMPT_KINDS)[number];
  /** The words to research. Empty for own work, and for a follow-up that asks nothing new. */
  asks: readonly string[];
}

/** A reader's understanding of a prompt and its usage. */
interface PurposeAnswer {
  /** A `PromptPurpose`. Not trusted: see `verifyPurpose`. */
  purpose: unknown;
  usage: ReadingUsage;
}

/** A page as shown to a reader. */
export interface ReaderPage {
  /** Starts at 1. */
  number: number;
  title: string;
  url: string;
  /** The sentences found on the page. */
  text: string;
}

interface SamePersonAnswer {
  /** The numbers of each person's pages, every number once. Not trusted: see `verifyGroups`. */
  groups: unknown;
  usage: ReadingUsage;
}

/** A sentence to check against the evidence. */
export interface ReaderStatement {
  /** Starts at 1. */
  number: number;
  text: string;
  /** The person or thing that its first pronoun refers to. Omitted if it does not start with a pronoun. */
  about?: string;
}

export const SUPPORT_VERDICTS = ["supported", "contradicted", "neither"] as const;

/** A reader's verdict on one statement. */
export interface ReaderVerdict {
  statement: number;
  verdict: (typeof SUPPORT_VERDICTS)[number];
  /** Numbers of the supporting or contradicting evidence; empty for `neither`. */
  evidence: number[];
}

/** A reader's verdicts and its usage. */
interface SupportAnswer {
  /** One verdict per statement. Not trusted: see `verifyVerdicts`. */
  verdicts: unknown;
  usage: ReadingUsage;
}

/** The question as searched, without private data. */
export interface ReadingQuestion {
  text: string;
  /** The person or thing asked about; null if the question has no name. */
  subject: string | null;
  /** In the format YYYY-MM-DD. */
  today: string;
}

/** A sentence that may be quoted. */
export interface ReaderCandidate {
  /** Starts at 1. */
  number: number;
  text: string;
  title: string;
  url: string;
  /** When its page was published: YYYY-MM-DD or a prefix. Omitted if unknown. */
  date?: string;
}

export interface ReadingBounds {
  /** Aborts when the answer would come too late or the caller cancels. */
  signal: AbortSignal;
  /** Time limit in milliseconds. */
  timeoutMs: number;
  /** The tenant, for concurrency limits and metrics; not sent to a model. */
  tenantId?: string | undefined;
}

/** The subject of a sentence: the one asked about, someone or something else, or unknown. */
export const ABOUT = ["asked", "other", "unknown"] as const;

/** A reader's judgement of one candidate. */
export interface ReaderChoice {
  number: number;
  answers: "yes" | "no";
  /** The verbatim part that answers; "" if no part does. */
  span: string;
  about: (typeof ABOUT)[number];
}

/** A reader's answer and its usage. */
interface SelectAnswer {
  /** One choice per candidate. Not trusted: see `verifyChoices`. */
  choices: unknown;
  usage: ReadingUsage;
}

export interface ReadingUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** Why a reader's answer was rejected. Research then continues without a reader. */
export const READER_FAILURES = ["chose_decoy", "invalid_answer", "too_slow", "failed"] as const;

/** Time limit of a reader in milliseconds. Afterwards research continues without it. */
export const READER_TIMEOUT_MS = 6_000;
