import type { NamedEarlier } from "../places/named-earlier.ts";
import { NamedPlaces, type PlaceSources } from "../places/named-places.ts";
import { foldCase } from "../places/words.ts";
import { addressKey, urlDigest, urlDigestsIn } from "../places/written-place.ts";
import { echoArguments } from "../tool/arguments.ts";
import { type TitledTool, titleCall } from "../tool/call-title.ts";
import type { Destination, MailSender } from "../tool/destination.ts";
import type { Effect, Tool } from "../tool/tool.ts";

/** Maximum number of entries in each list of a trace. The oldest are dropped first. */
const MOST_KEPT = 500;

/** Record of what a run has read and resolved, stored between its calls. */
export interface RunTraceState {
  read_outside: boolean;
  /** Set if its first outside text was an assistant message that no conversation confirms. */
  read_unvouched?: true;
  /** Places that the user named for writing. States of the last release lack it. */
  named?: readonly NamedEarlier[];
  /** Entries of `allow_destinations` of its calls. */
  allowed: readonly string[];
  /** Names and the IDs that the provider resolved them to. */
  resolved: readonly (readonly [name: string, id: string])[];
  /** Digests of the URLs in its results. States of the last release lack it. */
  urls_given?: readonly string[];
  /** Senders of the mails that it has read. */
  senders: readonly MailSender[];
  /** True if it has read outside text other than mail. States of the last release lack it. */
  read_beside_mail?: boolean;
  /** Describes its calls that returned outside text, for people. States of the last release lack it. */
  read?: readonly string[];
}

export const NOTHING_READ: RunTraceState = {
  read_outside: false,
  allowed: [],
  resolved: [],
  senders: [],
};

/** Merges the states of two concurrent calls of one conversation. */
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
    read: joined(one.read ?? [], other.read ?? []),
  };
}

/** Returns whether anything was recorded apart from how outside text was read, which is marked separately. */
export function hasNotes({
  read_outside: _marked,
  read_unvouched: _how,
  read_beside_mail,
  ...lists
}: RunTraceState): boolean {
  return read_beside_mail === true || Object.values(lists).some((list) => list.length > 0);
}

/** Refers to the ledger of the conversation that a call belongs to. */
export interface CallConversation {
  /** Represents its owner: 32 hexadecimal digits. */
  owner: string;
  /** First part of the IDs of its ledger entries. */
  position: string;
}

/** Sources of named destinations in a run. */
export interface RunNamings extends Omit<PlaceSources, "earlier" | "found"> {
  /** The policy's `allowed_destinations`, which are not stored with the run because they may change. */
  policy?: readonly string[] | undefined;
  /** Omitted for a call without a conversation. */
  conversation?: CallConversation | undefined;
  /** Set for a call without a run. */
  isWithoutRun?: true | undefined;
}

type Changing<T> = { -readonly [Field in keyof T]: T[Field] };

/** The part of a tool that a trace uses to record its calls. */
type TracedTool = Pick<Tool, "reads" | "reach" | "resolved" | "senders"> & TitledTool;

/**
 * Tracks one run: whether it has read a stranger's words, and which destinations its user has named. All
 * calls of a run share one trace.
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

  /** True for a call without a run. The policy treats it as if it had read outside text. */
  get isWithoutRun(): boolean {
    return this.#namings.isWithoutRun === true;
  }

  get conversation(): CallConversation | undefined {
    return this.#namings.conversation;
  }

  get readOutside(): boolean {
    return this.#state.read_outside;
  }

  /** True if the first outside text was an assistant message that no conversation confirms. */
  get readUnvouched(): boolean {
    return this.#state.read_unvouched === true;
  }

  /** Describes the calls that returned outside text, the latest last. */
  get read(): readonly string[] {
    return this.#state.read ?? [];
  }

  /** The state without the places that the user named, which may be withdrawn in another run. */
  get state(): RunTraceState {
    return { ...this.#state, named: [] };
  }

  /** The part of the state that was recorded since the trace was created. */
  get noted(): RunTraceState {
    return { ...this.#noted };
  }

  /** Records that a stranger's words have, or may have, been read in the run. */
  noteOutside(): void {
    if (this.#state.read_outside) return;
    this.#state.read_outside = true;
    this.#noted.read_outside = true;
  }

  /** Records the call of a tool and, if it succeeded, its result. */
  noteCall(tool: TracedTool, input: Record<string, unknown>, result?: unknown): void {
    if (tool.reads === "outside") {
      this.noteOutside();
      this.#keep("read", [titleCall(tool, tool.name, echoArguments(tool, input)).title_done]);
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

  #keep<List extends "named" | "allowed" | "resolved" | "urls_given" | "senders" | "read">(
    list: List,
    more: NonNullable<RunTraceState[List]>,
  ): void {
    const known: readonly unknown[] = this.#state[list] ?? [];
    // Entries already known are not recorded again.
    const fresh = more.filter((one) => !known.some((other) => isSame(one, other)));
    if (fresh.length === 0) return;
    for (const into of [this.#state, this.#noted]) {
      const kept = [...(into[list] ?? []), ...fresh].slice(-MOST_KEPT);
      // All entries of a list have one type, which the parameter determines.
      into[list] = kept as unknown as NonNullable<RunTraceState[List]>;
    }
  }

  /** Created on first use, because most runs never need it. */
  get #named(): NamedPlaces {
    const { messages, policy = [], places = {}, ask } = this.#namings;
    // If the service sees no messages, nobody can say a name, so the policy's places count as named.
    const listed = messages === undefined ? Object.values(places) : [];
    const allowed = [...this.#state.allowed, ...policy, ...listed];
    const { named: earlier } = this.#state;
    const found = (named: readonly NamedEarlier[]) => this.#keep("named", named);
    this.#known ??= new NamedPlaces({ messages, allowed, earlier, places, ask, found });
    return this.#known;
  }

  /** Returns the destinations of a call with this effect that nobody has named. */
  async unnamed(destinations: readonly Destination[], effect: Effect = "write"): Promise<Destination[]> {
    const unnamed: Destination[] = [];
    // One after another: the first destination that needs the model asks about all of them.
    for (const destination of destinations.map((one) => this.#withAddress(one)))
      if (!(await this.#isNamed(destination, effect))) unnamed.push(destination);
    return unnamed;
  }

  /**
   * Returns a destination with the address of the mail's sender, if the call names only a mail that the run
   * has read.
   */
  #withAddress(destination: Destination): Destination {
    if (destination.value !== destination.answers) return destination;
    const answered = this.#state.senders.find(({ messageId }) => messageId === destination.answers);
    return { ...destination, value: answered?.address ?? destination.value };
  }

  async #isNamed(destination: Destination, effect: Effect): Promise<boolean> {
    const { kind, value, needsClick } = destination;
    const named = this.#named;
    // Following a link sends nothing, unless the address contains more than what was given.
    const isRead = kind === "link" && effect === "read";
    if (isRead && this.#state.urls_given?.includes(urlDigest(value))) return true;
    if ((isRead || kind === "header") && named.mentions(destination)) return true;
    if ((kind === "link" || needsClick) && named.isPartOfOrder(destination)) return true;
    for (const same of [destination, ...this.#othersFor(destination)])
      if (await named.names(same)) return true;
    return this.#answersNamed(destination);
  }

  /**
   * Returns the same destination under the names that were resolved to it and the IDs that it was resolved
   * to.
   */
  #othersFor(destination: Destination): Destination[] {
    if (destination.kind !== "channel" && destination.kind !== "recipient") return [];
    const key = comparable(destination.value);
    return this.#state.resolved
      .filter((pair) => pair.some((name) => comparable(name) === key))
      .flatMap((pair) => pair.map((value) => ({ ...destination, value })));
  }

  /**
   * Returns whether this is a reply to a mail that the user asked to answer, in a run that has read no
   * outside text except mails of its sender. Otherwise, a third person's words could have chosen the content.
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

/** Returns whether two entries of one list are equal: texts, pairs of texts, or flat objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}
