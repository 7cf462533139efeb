import type { Tool } from "@plumbline/core/tool/tool.ts";

/** Words that claim that something was carried out. */
const CARRIED_OUT =
  /(?<!\p{L})(?:sent|posted|published|delivered|shared|tweeted|created|added|saved|updated|upserted|scheduled|booked|invited|submitted|filed|written|recorded|stored|subscribed|done|completed?|succeeded|success|successful(?:ly)?|went (?:out|through|live)|gone (?:out|through|live)|all set|it worked|gesendet|verschickt|veröffentlicht|erstellt|angelegt|erledigt|enviad[oa]|publicad[oa]|cread[oa]|envoyée?|publiée?|créée?)(?!\p{L})/giu;
const CONFIRMATION = new RegExp(CARRIED_OUT.source, "iu");
/** Words that negate or postpone the claim if they come before it. */
const NOT_YET =
  /(?<!\p{L})(?:not|\p{L}+n['’]t|never|nothing|none|no|unable|fail\p{L}*|refus\p{L}+|reject\p{L}+|den(?:y|ied)|block\p{L}*|could|cannot|can|would|will|may|might|should|must|once|if|before|until|when|whether|unless|after|to be|want|need|please|try|again|retry|instead of|without|nicht|kein\p{L}*|konnte|wenn|no se|pas|ne)(?!\p{L})/iu;

/** Everyday words for what a tool creates, by a word of the tool's name. */
const THINGS: Readonly<Record<string, string>> = {
  dm: "message|dm",
  channel: "message|channel|post",
  email: "e-?mail|mail|message",
  page: "page|note|entry",
  contact: "contact|record",
  issue: "issue|ticket|task",
  microblog: "post|tweet",
  network: "post",
  calendar: "event|meeting|invitation|invite|appointment",
  http: "request|webhook|data",
  rss: "subscription|feed",
  watch: "watch|subscription",
};

/** Names of tools by the result of their last write. */
export interface RefusedWritesState {
  refused: readonly string[];
  made: readonly string[];
}

/**
 * The writes of a run that were refused and not carried out since. The model must not claim that they were.
 */
export class RefusedWrites {
  readonly #refused: Set<string>;
  readonly #made: Set<string>;

  /** `state` is that of the run's first part if this run resumes it. */
  constructor({ refused, made }: RefusedWritesState = { refused: [], made: [] }) {
    this.#refused = new Set(refused);
    this.#made = new Set(made);
  }

  get state(): RefusedWritesState {
    return { refused: [...this.#refused], made: [...this.#made] };
  }

  /** Records the result of a call. Ignores tools that only read. */
  record({ name, effect }: Pick<Tool, "name" | "effect">, ok: boolean): void {
    if (effect !== "write") return;
    if (ok) {
      this.#refused.delete(name);
      this.#made.add(name);
    } else if (!this.#made.has(name)) this.#refused.add(name);
  }

  get any(): boolean {
    return this.#refused.size > 0;
  }

  /**
   * Returns whether a sentence only reports on this run's writes: "I posted the summary to #general" if all
   * were made, "I have not sent anything: I do not know Maria's address" if none was. `wasSaid` recognizes
   * the user's own words, such as a recipient's name.
   */
  isReport(sentence: string, wasSaid: (word: string) => boolean): boolean {
    const denies = this.#made.size === 0;
    if (denies ? !DENIAL.test(sentence) : this.any || !CONFIRMATION.test(sentence)) return false;
    const strange = listStrangeWords(sentence, denies ? DENIAL_WORDS : CONFIRMATION_WORDS);
    return (
      strange.length <= MAX_DESTINATION_WORDS &&
      strange.every(({ word, isPlaced }) => wasSaid(word) && (denies ? NAME.test(word) : isPlaced))
    );
  }

  /**
   * Returns whether a sentence claims that a refused write was carried out. If other writes were carried out,
   * or a source supports the sentence (`cited`), it must mention what the refused write would have created.
   */
  isContradictedBy(sentence: string, { cited = false } = {}): boolean {
    if (!this.any) return false;
    const claims = [...sentence.matchAll(CARRIED_OUT)].some(
      ({ index }) => !NOT_YET.test(sentence.slice(0, index)),
    );
    if (!claims) return false;
    const named = (names: ReadonlySet<string>) =>
      [...names].some((name) => createThingsPattern(name)?.test(sentence) === true);
    return (!cited && this.#made.size === 0) || (named(this.#refused) && !named(this.#made));
  }
}

/** Words that a sentence may contain if it only confirms a write. */
const CONFIRMATION_WORDS = new Set(
  (
    "i i've i’ve have has been was is it it's it’s this that them the a an your my all just now successfully done set ready " +
    "sent posted published delivered shared tweeted created added saved updated scheduled booked submitted filed stored mailed emailed " +
    "message post summary tweet mail e-mail email page note entry contact record issue ticket task event meeting invitation answer " +
    "update bio biography text dm direct short brief new to in on for with as you requested asked okay ok channel calendar"
  ).split(" "),
);
/** Maximum number of words for the destination: a name and a channel. */
const MAX_DESTINATION_WORDS = 2;

const NAME = /^[#@\p{Lu}]/u;
const DENIAL = /^(?:i\b.*?\b(?:not|cannot|\p{L}+n['’]t|unable)\b|nothing\b)/iu;
/** Words that a sentence may also contain if it only says that nothing was written, and why. */
const DENIAL_WORDS = new Set([
  ...CONFIRMATION_WORDS,
  ..."not haven't haven’t didn't didn’t cannot can't can’t could couldn't couldn’t am was unable able do don't don’t".split(
    " ",
  ),
  ..."nothing anything yet because so but until know understand need send post write share where who which address".split(
    " ",
  ),
]);

/** Returns the words of a sentence that are not in `known`, and whether each follows a preposition. */
function listStrangeWords(sentence: string, known: ReadonlySet<string>) {
  const words = sentence
    .split(/[\s,]+/)
    .map((word) => word.replace(/^["“‘']+|(?:['’]s)?["”’'.:;!✅👍]*$/gu, ""));
  const at = words.findIndex((word) => /^(?:to|in|on|for|with)$/i.test(word));
  return words
    .map((word, index) => ({ word, isPlaced: at >= 0 && index > at }))
    .filter(({ word }) => word !== "" && !known.has(word.toLowerCase()));
}

function createThingsPattern(name: string): RegExp | undefined {
  const things = name.split(/[_:]/).flatMap((word) => THINGS[word] ?? []);
  if (things.length === 0) return undefined;
  return new RegExp(`(?<!\\p{L})(?:${things.join("|")})s?(?!\\p{L})`, "iu");
}
