import type { Tool } from "@plumbline/core/tool/tool.ts";

/** What a sentence says that claims that something was carried out. */
const CARRIED_OUT =
  /(?<!\p{L})(?:sent|posted|published|delivered|shared|tweeted|created|added|saved|updated|upserted|scheduled|booked|invited|submitted|filed|written|recorded|stored|subscribed|done|completed?|succeeded|success|successful(?:ly)?|went (?:out|through|live)|gone (?:out|through|live)|all set|it worked|gesendet|verschickt|veröffentlicht|erstellt|angelegt|erledigt|enviad[oa]|publicad[oa]|cread[oa]|envoyée?|publiée?|créée?)(?!\p{L})/giu;
/** Ahead of the claim these take it back, or put it off. */
const NOT_YET =
  /(?<!\p{L})(?:not|\p{L}+n['’]t|never|nothing|none|no|unable|fail\p{L}*|refus\p{L}+|reject\p{L}+|den(?:y|ied)|block\p{L}*|could|cannot|can|would|will|may|might|should|must|once|if|before|until|when|whether|unless|after|to be|want|need|please|try|again|retry|instead of|without|nicht|kein\p{L}*|konnte|wenn|no se|pas|ne)(?!\p{L})/iu;

/** What people call what a tool makes, by a word of its name. */
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

/**
 * The writes of a run that were refused, and not made since. A refusal is the last word on its tool: what a
 * model says behind it must not claim that the call was carried out.
 */
export class RefusedWrites {
  readonly #refused = new Set<string>();
  readonly #made = new Set<string>();

  /** Takes what became of a call; of a tool that only reads nothing is kept. */
  enter({ name, effect }: Pick<Tool, "name" | "effect">, ok: boolean): void {
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
   * Whether a sentence says that a refused write was carried out. Where others were made, and where a source
   * says the sentence (`cited`), only one that names what the refused write makes.
   */
  contradictedBy(sentence: string, { cited = false } = {}): boolean {
    if (!this.any) return false;
    const claims = [...sentence.matchAll(CARRIED_OUT)].some(
      ({ index }) => !NOT_YET.test(sentence.slice(0, index)),
    );
    if (!claims) return false;
    const named = (names: ReadonlySet<string>) =>
      [...names].some((name) => thingsOf(name)?.test(sentence) === true);
    return (!cited && this.#made.size === 0) || (named(this.#refused) && !named(this.#made));
  }
}

function thingsOf(name: string): RegExp | undefined {
  const things = name.split(/[_:]/).flatMap((word) => THINGS[word] ?? []);
  if (things.length === 0) return undefined;
  return new RegExp(`(?<!\\p{L})(?:${things.join("|")})s?(?!\\p{L})`, "iu");
}
