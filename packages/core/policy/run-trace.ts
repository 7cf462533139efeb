import { loadOnce } from "../loading/load-once.ts";
import { AllowedPlaces } from "../places/allowed-places.ts";
import type { NamedEarlier } from "../places/named-earlier.ts";
import type { NamedPlaces, PlaceSources } from "../places/named-places.ts";
import { foldCase } from "../places/words.ts";
import { hashUrl, hashUrlsIn, normalizeAddress } from "../places/written-place.ts";
import { echoArguments } from "../tool/arguments.ts";
import { formatCallTitle, type TitledTool } from "../tool/call-title.ts";
import type { Destination, MailSender } from "../tool/destination.ts";
import type { Effect, Tool } from "../tool/tool.ts";

const loadPlaces = loadOnce(() => import("../places/named-places.ts"));

/** Maximum number of entries in each list of a trace. The oldest are dropped first. */
const MAX_ENTRIES = 500;

/** Record of what a run has read and resolved. Stored between its calls. */
export interface RunTraceState {
  read_outside: boolean;
  /** Set if the first untrusted text was an assistant message that no conversation confirms. */
  read_unvouched?: true;
  /** Destinations to which the user asked to write. States of the previous release lack it. */
  named?: readonly NamedEarlier[];
  /** Entries of `allow_destinations` of its calls. */
  allowed: readonly string[];
  /** Names and the IDs that the provider resolved them to. */
  resolved: readonly (readonly [name: string, id: string])[];
  /** Digests of the URLs in its results. States of the previous release lack it. */
  urls_given?: readonly string[];
  /** Senders of the mails that it has read. */
  senders: readonly MailSender[];
  /** True if it has read untrusted text other than mail. States of the previous release lack it. */
  read_beside_mail?: boolean;
  /** Describes its calls that returned untrusted text, for people. States of the previous release lack it. */
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
  const joinLists = <Entry>(before: readonly Entry[], more: readonly Entry[]): Entry[] => {
    if (more.length === 0 || before.length === 0) return [...before, ...more];
    const known = new Set(before.map((entry) => JSON.stringify(entry)));
    return [...before, ...more.filter((entry) => !known.has(JSON.stringify(entry)))].slice(-MAX_ENTRIES);
  };
  return {
    read_outside: one.read_outside || other.read_outside,
    ...((one.read_unvouched ?? other.read_unvouched) && { read_unvouched: true }),
    named: joinLists(one.named ?? [], other.named ?? []),
    allowed: joinLists(one.allowed, other.allowed),
    resolved: joinLists(one.resolved, other.resolved),
    urls_given: joinLists(one.urls_given ?? [], other.urls_given ?? []),
    senders: joinLists(one.senders, other.senders),
    read_beside_mail: Boolean(one.read_beside_mail || other.read_beside_mail),
    read: joinLists(one.read ?? [], other.read ?? []),
  };
}

/** Returns true if anything was recorded except how untrusted text was read, which is marked separately. */
export function hasNotes(state: RunTraceState): boolean {
  const { read_beside_mail, named, allowed, resolved, urls_given, senders, read } = state;
  const lists = [named, allowed, resolved, urls_given, senders, read];
  return read_beside_mail === true || lists.some((list) => list !== undefined && list.length > 0);
}

/** Identifies the ledger of a call's conversation. */
export interface CallConversation {
  /** Hash of its owner: 32 hexadecimal digits. */
  owner: string;
  /** Prefix of the IDs of its ledger entries. */
  position: string;
}

/** Sources of a run's permitted destinations. */
export interface RunNamings extends Omit<PlaceSources, "earlier" | "found"> {
  /** The policy's `allowed_destinations`. Not stored with the run, because they may change. */
  policy?: readonly string[] | undefined;
  /** Omitted for a call without a conversation. */
  conversation?: CallConversation | undefined;
  /** Set for a call without a run. */
  isWithoutRun?: true | undefined;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Fields of a tool that a trace uses to record its calls. */
type TracedTool = Pick<Tool, "reads" | "reach" | "resolved" | "senders"> & TitledTool;

/**
 * Tracks a run: whether it has read untrusted text, and to which destinations its user has asked to write.
 * All calls of a run share one trace.
 */
export class RunTrace {
  readonly #namings: RunNamings;
  readonly #state: Mutable<RunTraceState>;
  readonly #noted: Mutable<RunTraceState> = { ...NOTHING_READ };
  /** Decrypts notes of the conversation that the state lacks. Called once, and only if they are needed. */
  #openNotes: (() => Promise<RunTraceState>) | undefined;
  #allowed: AllowedPlaces | undefined;
  #named: NamedPlaces | undefined;

  constructor(
    namings: RunNamings,
    state: RunTraceState = NOTHING_READ,
    openNotes?: () => Promise<RunTraceState>,
  ) {
    this.#namings = namings;
    this.#state = { ...state };
    this.#openNotes = openNotes;
    const fresh = new Set(namings.allowed?.filter((one) => !state.allowed.includes(one)));
    this.#record("allowed", [...fresh]);
  }

  /** True for a call without a run. The policy treats it as if it had read untrusted text. */
  get isWithoutRun(): boolean {
    return this.#namings.isWithoutRun === true;
  }

  get conversation(): CallConversation | undefined {
    return this.#namings.conversation;
  }

  get readOutside(): boolean {
    return this.#state.read_outside;
  }

  /** True if the first untrusted text was an assistant message that no conversation confirms. */
  get readUnvouched(): boolean {
    return this.#state.read_unvouched === true;
  }

  /** Describes the calls that returned untrusted text, latest last. */
  async listReads(): Promise<readonly string[]> {
    await this.#readNotes();
    return this.#state.read ?? [];
  }

  /** The state without the destinations that the user named, which another run may withdraw. */
  get state(): RunTraceState {
    return { ...this.#state, named: [] };
  }

  /** The part of the state that was recorded since the trace was created. */
  get noted(): RunTraceState {
    return { ...this.#noted };
  }

  /** Records that the run has, or may have, read untrusted text. */
  noteOutside(): void {
    if (this.#state.read_outside) return;
    this.#state.read_outside = true;
    this.#noted.read_outside = true;
  }

  /** Records a tool call and, if it succeeded, its result. */
  noteCall(tool: TracedTool, input: Record<string, unknown>, result?: unknown): void {
    if (tool.reads === "outside") {
      this.noteOutside();
      this.#record("read", [formatCallTitle(tool, tool.name, echoArguments(tool, input)).title_done]);
      if (!tool.senders && !this.#state.read_beside_mail) {
        this.#state.read_beside_mail = true;
        this.#noted.read_beside_mail = true;
      }
      this.#record("urls_given", hashUrlsIn(result));
    }
    if (result === undefined) return;
    const pairs = (tool.resolved?.(result, input) ?? []).flatMap(({ names, id }) =>
      names.filter((name) => name !== id).map((name) => [name, id] as const),
    );
    this.#record("resolved", pairs);
    this.#record("senders", tool.senders?.(result) ?? []);
  }

  #record<List extends "named" | "allowed" | "resolved" | "urls_given" | "senders" | "read">(
    list: List,
    more: NonNullable<RunTraceState[List]>,
  ): void {
    const known: readonly unknown[] = this.#state[list] ?? [];
    // Known entries are not recorded again.
    const fresh = more.filter((one) => !known.some((other) => isSame(one, other)));
    if (fresh.length === 0) return;
    for (const into of [this.#state, this.#noted]) {
      const kept = [...(into[list] ?? []), ...fresh].slice(-MAX_ENTRIES);
      // All entries of a list have the same type, which the parameter determines.
      into[list] = kept as unknown as NonNullable<RunTraceState[List]>;
    }
  }

  /** Returns what was permitted without a message of the user. */
  #listAllowed() {
    const { messages, policy = [], places = {} } = this.#namings;
    // If the service sees no messages, nobody can mention a name, so the policy's destinations count as
    // named.
    const listed = messages === undefined ? Object.values(places) : [];
    return { allowed: [...this.#state.allowed, ...policy, ...listed], places };
  }

  /** Created on first use, because most runs never need it. */
  async #readNamed(): Promise<NamedPlaces> {
    const { NamedPlaces: Named } = await loadPlaces();
    const { messages, ask } = this.#namings;
    const { named: earlier } = this.#state;
    const found = (named: readonly NamedEarlier[]) => this.#record("named", named);
    this.#named ??= new Named({ ...this.#listAllowed(), messages, earlier, ask, found });
    return this.#named;
  }

  /** Returns those destinations of a call with this effect that nobody has named. */
  async listUnnamed(destinations: readonly Destination[], effect: Effect = "write"): Promise<Destination[]> {
    this.#allowed ??= new AllowedPlaces(this.#listAllowed());
    const allowed = this.#allowed;
    if (destinations.every((one) => allowed.allows(one))) return [];
    await this.#readNotes();
    const unnamed: Destination[] = [];
    // One after another: the first destination that needs the model asks it about all of them.
    for (const destination of destinations.map((one) => this.#withAddress(one)))
      if (!(await this.#isNamed(destination, effect))) unnamed.push(destination);
    return unnamed;
  }

  async #readNotes(): Promise<void> {
    const notes = await this.#openNotes?.();
    if (!notes) return;
    Object.assign(this.#state, mergeStates(notes, this.#state));
    this.#openNotes = undefined;
    this.#allowed = undefined;
    this.#named = undefined;
  }

  /** Adds the sender's address to a destination that is only the ID of a mail which the run has read. */
  #withAddress(destination: Destination): Destination {
    if (destination.value !== destination.answers) return destination;
    const answered = this.#state.senders.find(({ messageId }) => messageId === destination.answers);
    return { ...destination, value: answered?.address ?? destination.value };
  }

  async #isNamed(destination: Destination, effect: Effect): Promise<boolean> {
    const { kind, value, needsClick } = destination;
    const named = await this.#readNamed();
    // Following a link sends nothing, unless the URL contains more than the run was given.
    const isRead = kind === "link" && effect === "read";
    if (isRead && this.#state.urls_given?.includes(hashUrl(value))) return true;
    if ((isRead || kind === "header") && named.mentions(destination)) return true;
    if ((kind === "link" || needsClick) && named.isPartOfOrder(destination)) return true;
    for (const same of [destination, ...this.#listAliases(destination)])
      if (await named.names(same)) return true;
    return this.#answersNamed(destination);
  }

  /**
   * Returns the same destination under the names resolved to it, and under the IDs to which it was resolved.
   */
  #listAliases(destination: Destination): Destination[] {
    if (destination.kind !== "channel" && destination.kind !== "recipient") return [];
    const key = foldName(destination.value);
    return this.#state.resolved
      .filter((pair) => pair.some((name) => foldName(name) === key))
      .flatMap((pair) => pair.map((value) => ({ ...destination, value })));
  }

  /**
   * Returns true if this is a reply to a mail that the user asked to answer, in a run that has read no
   * untrusted text except this sender's mails. Otherwise, a third person's words could have determined the
   * content.
   */
  async #answersNamed({ kind, value, answers }: Destination): Promise<boolean> {
    if (kind !== "address" || answers === undefined || this.#state.read_beside_mail) return false;
    const { senders } = this.#state;
    const key = normalizeAddress(value);
    const answered = senders.find(({ messageId }) => messageId === answers);
    if (!answered || !senders.every(({ address }) => normalizeAddress(address) === key)) return false;
    return (await this.#readNamed()).asksToAnswer(answered);
  }
}

function foldName(name: string): string {
  return foldCase(name.replace(/^#/, ""));
}

/** Returns true if two entries of a list are equal: texts, pairs of texts, or flat objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}
