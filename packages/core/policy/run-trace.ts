import type { Destination, MailSender } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";
import { NamedDestinations, type Namings } from "./named-destinations.ts";
import { foldCase } from "./words.ts";
import { addressKey, urlKey } from "./written-addresses.ts";

/** Entries of each list that a trace keeps; the oldest are given up first. */
const MOST_KEPT = 500;

/** Record of what a run has read and resolved, as it is kept between its calls. */
export interface RunTraceState {
  read_outside: boolean;
  /** Entries of `allow_destinations` of its calls. */
  allowed: readonly string[];
  /** Names and the ids that the provider resolved them to. */
  resolved: readonly (readonly [name: string, id: string])[];
  /** Keys of the URLs that it has read from. */
  urls_read: readonly string[];
  /** Senders of the mails that it has read. */
  senders: readonly MailSender[];
}

const NOTHING_READ: RunTraceState = {
  read_outside: false,
  allowed: [],
  resolved: [],
  urls_read: [],
  senders: [],
};

/** Joins what two calls of one run have noted side by side. */
export function mergeStates(one: RunTraceState, other: RunTraceState): RunTraceState {
  const joined = <Entry>(before: readonly Entry[], more: readonly Entry[]): Entry[] => {
    const known = new Set(before.map((entry) => JSON.stringify(entry)));
    return [...before, ...more.filter((entry) => !known.has(JSON.stringify(entry)))].slice(-MOST_KEPT);
  };
  return {
    read_outside: one.read_outside || other.read_outside,
    allowed: joined(one.allowed, other.allowed),
    resolved: joined(one.resolved, other.resolved),
    urls_read: joined(one.urls_read, other.urls_read),
    senders: joined(one.senders, other.senders),
  };
}

/** Whose words name destinations in a run. */
export interface RunNamings extends Namings {
  /** The policy's `allowed_destinations`, which are not kept with the run: they may change. */
  policy?: readonly string[] | undefined;
  /** Set for a call that names no run. */
  isWithoutRun?: true | undefined;
}

/** The part of a tool by which a trace notes its calls. */
type TracedTool = Pick<Tool, "reads" | "reach" | "resolved" | "senders">;

/**
 * Follows one run: whether a stranger's words have come into it, and which destinations its user has named.
 * Every call of the run is given the same trace.
 */
export class RunTrace {
  readonly #namings: RunNamings;
  readonly #state: { -readonly [Field in keyof RunTraceState]: RunTraceState[Field] };
  #isChanged = false;
  #known: NamedDestinations | undefined;

  constructor(namings: RunNamings, state: RunTraceState = NOTHING_READ) {
    const allowed = [...new Set([...state.allowed, ...(namings.allowed ?? [])])].slice(-MOST_KEPT);
    this.#namings = namings;
    this.#state = { ...state, allowed };
    this.#isChanged = allowed.length !== state.allowed.length;
  }

  /** True for a call without a run, which the policy takes to follow outside text. */
  get isWithoutRun(): boolean {
    return this.#namings.isWithoutRun === true;
  }

  get readOutside(): boolean {
    return this.#state.read_outside;
  }

  get state(): RunTraceState {
    return { ...this.#state };
  }

  /** True when something was noted since the trace was made. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Notes that a stranger's words have come, or may have come, into the run. */
  noteOutside(): void {
    if (this.#state.read_outside) return;
    this.#state.read_outside = true;
    this.#isChanged = true;
  }

  /** Notes the call of a tool and, where it succeeded, its result. */
  noteCall(tool: TracedTool, input: Record<string, unknown>, result?: unknown): void {
    if (tool.reads === "outside") this.noteOutside();
    const read = tool.reads === "outside" && tool.reach.to === "caller_chosen" ? input.url : undefined;
    const key = typeof read === "string" ? urlKey(read) : undefined;
    if (key !== undefined && !this.#state.urls_read.includes(key)) this.#keep("urls_read", [key]);
    if (result === undefined) return;
    const pairs = (tool.resolved?.(result, input) ?? []).flatMap(({ names, id }) =>
      names.filter((name) => name !== id).map((name) => [name, id] as const),
    );
    this.#keep("resolved", pairs);
    this.#keep("senders", tool.senders?.(result) ?? []);
  }

  #keep<List extends "resolved" | "urls_read" | "senders">(list: List, more: RunTraceState[List]): void {
    if (more.length === 0) return;
    // The two lists are of one type: the parameter says which.
    this.#state[list] = [...this.#state[list], ...more].slice(-MOST_KEPT) as unknown as RunTraceState[List];
    this.#isChanged = true;
  }

  /** Read when it is first asked for: most runs never need it. */
  get #named(): NamedDestinations {
    const { messages, policy = [] } = this.#namings;
    this.#known ??= new NamedDestinations({ messages, allowed: [...this.#state.allowed, ...policy] });
    return this.#known;
  }

  /** The destinations that nobody has named. */
  unnamed(destinations: readonly Destination[]): Destination[] {
    return destinations.filter((destination) => !this.#isNamed(destination));
  }

  #isNamed(destination: Destination): boolean {
    const wasRead = (key: string) => this.#state.urls_read.includes(key);
    const same = [destination, ...this.#othersFor(destination)];
    return same.some((one) => this.#named.names(one, wasRead)) || this.#answersNamed(destination);
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
   * Returns whether this is an answer to a mail whose sender the user asked to answer. The sender's name is
   * the sender's own choice: where mails of that name came from two addresses, a person has to decide.
   */
  #answersNamed({ kind, value, answers }: Destination): boolean {
    if (kind !== "address" || answers === undefined) return false;
    const { senders } = this.#state;
    const key = addressKey(value);
    const answered = senders.filter(({ messageId }) => messageId === answers);
    if (answered.length === 0 || !answered.every(({ address }) => addressKey(address) === key)) return false;
    if (!answered.some(({ name }) => this.#named.asksToAnswer(name))) return false;
    return senders
      .filter(({ name }) => this.#named.asksToAnswer(name))
      .every(({ address }) => addressKey(address) === key);
  }
}

function comparable(name: string): string {
  return foldCase(name.replace(/^#/, ""));
}
