import type { NamedEarlier } from "../places/named-earlier.ts";
import { NamedPlaces, type PlaceSources } from "../places/named-places.ts";
import { foldCase } from "../places/words.ts";
import { addressKey, urlDigest, urlDigestsIn } from "../places/written-place.ts";
import type { Destination, MailSender } from "../tool/destination.ts";
import type { Effect, Tool } from "../tool/tool.ts";

/** Entries of each list that a trace keeps; the oldest are given up first. */
const MOST_KEPT = 500;

/** Record of what a run has read and resolved, as it is kept between its calls. */
export interface RunTraceState {
  read_outside: boolean;
  /** Its first outside text was a message of the assistant that no conversation vouches for. */
  read_unvouched?: true;
  /** Places that the user named for writing. Left out of states of the last release. */
  named?: readonly NamedEarlier[];
  /** Entries of `allow_destinations` of its calls. */
  allowed: readonly string[];
  /** Names and the ids that the provider resolved them to. */
  resolved: readonly (readonly [name: string, id: string])[];
  /** Digests of the URLs that results have given. Left out of states of the last release. */
  urls_given?: readonly string[];
  /** Senders of the mails that it has read. */
  senders: readonly MailSender[];
  /** True when it has read outside text that was no mail. Left out of states of the last release. */
  read_beside_mail?: boolean;
}

export const NOTHING_READ: RunTraceState = {
  read_outside: false,
  allowed: [],
  resolved: [],
  senders: [],
};

/** Joins what two calls of one conversation have noted side by side. */
export function mergeStates(one: RunTraceState, other: RunTraceState): RunTraceState {
  const joined = <Entry>(before: readonly Entry[], more: readonly Entry[]): Entry[] => {
    if (more.length === 0 || before.length === 0) return [...before, ...more];
    const known = new Set(before.map((entry) => JSON.stringify(entry)));
    return [...before, ...more.filter((entry) => !known.has(JSON.stringify(entry)))].slice(-MOST_KEPT);
  };
  return {
    read_outside: one.read_outside || other.read_outside,
    ...((one.read_unvouched ?? other.read_unvouched) && { read_unvouched: true }),
    named: joined(one.named ?? [], other.named ?? []),
    allowed: joined(one.allowed, other.allowed),
    resolved: joined(one.resolved, other.resolved),
    urls_given: joined(one.urls_given ?? [], other.urls_given ?? []),
    senders: joined(one.senders, other.senders),
    read_beside_mail: Boolean(one.read_beside_mail || other.read_beside_mail),
  };
}

/** Returns whether anything was noted beside how outside text came, which has its mark. */
export function hasNotes({
  read_outside: _marked,
  read_unvouched: _how,
  read_beside_mail,
  ...lists
}: RunTraceState): boolean {
  return read_beside_mail === true || Object.values(lists).some((list) => list.length > 0);
}

/** Leads to the ledger of the conversation that a call belongs to. */
export interface CallConversation {
  /** Stands for its owner: 32 hexadecimal digits. */
  owner: string;
  /** The first part of the ids of its ledger's entries. */
  position: string;
}

/** Whose words name destinations in a run. */
export interface RunNamings extends Omit<PlaceSources, "earlier" | "found"> {
  /** The policy's `allowed_destinations`, which are not kept with the run: they may change. */
  policy?: readonly string[] | undefined;
  /** Left out of calls that name none. */
  conversation?: CallConversation | undefined;
  /** Set for a call that names no run. */
  isWithoutRun?: true | undefined;
}

type Changing<T> = { -readonly [Field in keyof T]: T[Field] };

/** The part of a tool by which a trace notes its calls. */
type TracedTool = Pick<Tool, "reads" | "reach" | "resolved" | "senders">;

/**
 * Follows one run: whether a stranger's words have come into it, and which destinations its user has named.
 * Every call of the run is given the same trace.
 */
export class RunTrace {
  readonly #namings: RunNamings;
  readonly #state: Changing<RunTraceState>;
  readonly #noted: Changing<RunTraceState> = { ...NOTHING_READ };
  #known: NamedPlaces | undefined;

  constructor(namings: RunNamings, state: RunTraceState = NOTHING_READ) {
    this.#namings = namings;
    this.#state = { ...state };
    const fresh = new Set(namings.allowed?.filter((one) => !state.allowed.includes(one)));
    this.#keep("allowed", [...fresh]);
  }

  /** True for a call without a run, which the policy takes to follow outside text. */
  get isWithoutRun(): boolean {
    return this.#namings.isWithoutRun === true;
  }

  get conversation(): CallConversation | undefined {
    return this.#namings.conversation;
  }

  get readOutside(): boolean {
    return this.#state.read_outside;
  }

  /** True where that began with a message of the assistant that no conversation vouches for. */
  get readUnvouched(): boolean {
    return this.#state.read_unvouched === true;
  }

  /** Without what the user named: they may take it back in another run. */
  get state(): RunTraceState {
    return { ...this.#state, named: [] };
  }

  /** The part of it that was noted since the trace was made. */
  get noted(): RunTraceState {
    return { ...this.#noted };
  }

  /** Notes that a stranger's words have come, or may have come, into the run. */
  noteOutside(): void {
    if (this.#state.read_outside) return;
    this.#state.read_outside = true;
    this.#noted.read_outside = true;
  }

  /** Notes the call of a tool and, where it succeeded, its result. */
  noteCall(tool: TracedTool, input: Record<string, unknown>, result?: unknown): void {
    if (tool.reads === "outside") {
      this.noteOutside();
      if (!tool.senders && !this.#state.read_beside_mail) {
        this.#state.read_beside_mail = true;
        this.#noted.read_beside_mail = true;
      }
      this.#keep("urls_given", urlDigestsIn(result));
    }
    if (result === undefined) return;
    const pairs = (tool.resolved?.(result, input) ?? []).flatMap(({ names, id }) =>
      names.filter((name) => name !== id).map((name) => [name, id] as const),
    );
    this.#keep("resolved", pairs);
    this.#keep("senders", tool.senders?.(result) ?? []);
  }

  #keep<List extends "named" | "allowed" | "resolved" | "urls_given" | "senders">(
    list: List,
    more: NonNullable<RunTraceState[List]>,
  ): void {
    const known: readonly unknown[] = this.#state[list] ?? [];
    // What is known already need not be written down again.
    const fresh = more.filter((one) => !known.some((other) => isSame(one, other)));
    if (fresh.length === 0) return;
    for (const into of [this.#state, this.#noted]) {
      const kept = [...(into[list] ?? []), ...fresh].slice(-MOST_KEPT);
      // The lists are of one type each: the parameter says which.
      into[list] = kept as unknown as NonNullable<RunTraceState[List]>;
    }
  }

  /** Read when it is first asked for: most runs never need it. */
  get #named(): NamedPlaces {
    const { messages, policy = [], places = {}, ask } = this.#namings;
    // Where the service sees no message, nobody could say a name: what the policy lists is named.
    const listed = messages === undefined ? Object.values(places) : [];
    const allowed = [...this.#state.allowed, ...policy, ...listed];
    const { named: earlier } = this.#state;
    const found = (named: readonly NamedEarlier[]) => this.#keep("named", named);
    this.#known ??= new NamedPlaces({ messages, allowed, earlier, places, ask, found });
    return this.#known;
  }

  /** The destinations of a call of this effect that nobody has named. */
  async unnamed(destinations: readonly Destination[], effect: Effect = "write"): Promise<Destination[]> {
    const unnamed: Destination[] = [];
    // One after the other: the first that needs the model asks it for all.
    for (const destination of destinations.map((one) => this.#withAddress(one)))
      if (!(await this.#isNamed(destination, effect))) unnamed.push(destination);
    return unnamed;
  }

  /** The sender's address of a mail that the run has read, where only that mail is named. */
  #withAddress(destination: Destination): Destination {
    if (destination.value !== destination.answers) return destination;
    const answered = this.#state.senders.find(({ messageId }) => messageId === destination.answers);
    return { ...destination, value: answered?.address ?? destination.value };
  }

  async #isNamed(destination: Destination, effect: Effect): Promise<boolean> {
    const { kind, value, needsClick } = destination;
    const named = this.#named;
    // To read on sends nothing, unless the address holds more than somebody gave.
    const isRead = kind === "link" && effect === "read";
    if (isRead && this.#state.urls_given?.includes(urlDigest(value))) return true;
    if ((isRead || kind === "header") && named.mentions(destination)) return true;
    if ((kind === "link" || needsClick) && named.isPartOfOrder(destination)) return true;
    for (const same of [destination, ...this.#othersFor(destination)])
      if (await named.names(same)) return true;
    return this.#answersNamed(destination);
  }

  /** The same destination by the names that were resolved to it, and by the ids that it was resolved to. */
  #othersFor(destination: Destination): Destination[] {
    if (destination.kind !== "channel" && destination.kind !== "recipient") return [];
    const key = comparable(destination.value);
    return this.#state.resolved
      .filter((pair) => pair.some((name) => comparable(name) === key))
      .flatMap((pair) => pair.map((value) => ({ ...destination, value })));
  }

  /**
   * Returns whether this is an answer to a mail that the user asked to answer, where the run has read nothing
   * from outside but mails of its sender: another's words could have chosen what is said.
   */
  async #answersNamed({ kind, value, answers }: Destination): Promise<boolean> {
    if (kind !== "address" || answers === undefined || this.#state.read_beside_mail) return false;
    const { senders } = this.#state;
    const key = addressKey(value);
    const answered = senders.find(({ messageId }) => messageId === answers);
    if (!answered || !senders.every(({ address }) => addressKey(address) === key)) return false;
    return this.#named.asksToAnswer(answered);
  }
}

function comparable(name: string): string {
  return foldCase(name.replace(/^#/, ""));
}

/** Compares two entries of one list: texts, pairs of texts, or flat objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}
