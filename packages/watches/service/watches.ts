import { type CredentialOwner, mayUseCredential } from "@plumbline/core/access/caller.ts";
import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { filterPage, type Page, type PageRequest } from "@plumbline/core/records/page.ts";
import { skipUnreadable } from "@plumbline/core/records/readable.ts";
import type { Finding } from "../clock/look.ts";
import { choosePlace } from "../clock/slots.ts";
import type { DeliveryHints } from "../delivery/delivery-hints.ts";
import type { SigningSecrets } from "../delivery/signing-secrets.ts";
import { getSubscription, hashSubscription, type Subscription } from "./subscription.ts";
import type {
  Interval,
  Watch,
  WatchCursor,
  WatchDelivery,
  WatchRecord,
  WatchSource,
  WatchState,
} from "./watch.ts";
import type { WatchEvent, WatchEvents } from "./watch-events.ts";
import { createNotFoundError, replaceRecord, requireWatch, type WatchStore } from "./watch-store.ts";
import { viewWatch, type WatchView } from "./watch-view.ts";

export interface WatchesOptions {
  store: WatchStore;
  events: WatchEvents;
  clock: Clock;
  /** Maximum number of a tenant's watches. */
  mostPerTenant: number;
  secrets: SigningSecrets;
  hints: DeliveryHints;
}

/** A watch to create, after its first poll. */
export interface NewWatch {
  /** Chosen by the caller, so that a repeated creation creates one watch. */
  id: string;
  source: WatchSource;
  interval: Interval;
  /** Null if nothing is polled. */
  cursor: WatchCursor | null;
  /**
   * Findings to store at the start, oldest first, and the cursor after them. The watch's first `cursor`
   * precedes them and would find them again.
   */
  found?: { findings: readonly Finding[]; cursor: WatchCursor } | undefined;
  /** Target for its events: a URL that the egress guard has permitted. */
  deliverTo?: URL | undefined;
  /** If false, events are delivered in any order, several at a time. */
  ordered?: boolean | undefined;
}

export interface WatchChange {
  paused?: boolean | undefined;
  interval_minutes?: Interval | undefined;
  /** Releases the items of a flood that were held back. */
  releaseFlood?: boolean | undefined;
  /**
   * Null removes the receiver. A URL, even the same one, resumes stopped deliveries. The egress guard has
   * permitted it.
   */
  deliverTo?: URL | null | undefined;
  ordered?: boolean | undefined;
}

/** A tenant's watches, as managed by their owner. Every read and write names the tenant. */
export class Watches {
  readonly #options: WatchesOptions;

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  async findExisting(tenantId: string, subscription: Subscription): Promise<WatchView | undefined> {
    const { store, mostPerTenant } = this.#options;
    const key = hashSubscription(subscription);
    const named = await this.#findNamed(tenantId, key);
    if (named) return this.#toView(named);
    // It was changed to these terms after its creation, or was created before subscriptions were stored.
    const records = await store.records(tenantId, mostPerTenant);
    const alike = records.find((record) => hashSubscription(getSubscription(record)) === key);
    const found = alike && (await store.get(tenantId, alike.id));
    return found && this.#toView(found);
  }

  /**
   * Creates a watch and returns its ID, or that of an existing watch for the same subscription:
   *
   *     A   none exists ── claim: a ─────────────────── create a ── still claimed ✓ → a
   *     B        none exists ── claim: a, not b ── create a: exists ── still claimed ✓ → a
   *
   * The deletion of a watch releases its claim first, so its ID is never used again. A claimed watch that
   * does not exist is still being created. A creator whose claim was released deletes the watch again.
   *
   * Throws AdapterValidationError if the tenant has the maximum number of watches.
   */
  async begin(tenantId: string, watch: NewWatch): Promise<string> {
    const { store, mostPerTenant } = this.#options;
    const key = hashSubscription({ ...watch, deliverTo: watch.deliverTo?.href });
    const named = await this.#findNamed(tenantId, key);
    if (named) return named.record.id;
    if ((await store.count(tenantId, mostPerTenant)) >= mostPerTenant) throw createLimitError(mostPerTenant);
    const id = await store.claimSubscription(tenantId, key, watch.id);
    const begun = id === watch.id ? undefined : await store.get(tenantId, id);
    if (begun && begun.record.subscription !== key)
      throw new ServiceError("store_damaged", "A stored subscription refers to the watch of another one.");
    await this.#create(tenantId, key, { ...watch, id });
    return id;
  }

  async #create(
    tenantId: string,
    key: string,
    { id, source, interval, cursor, found, deliverTo, ordered = true }: NewWatch,
  ): Promise<void> {
    const { store, events, clock, mostPerTenant, secrets, hints } = this.#options;
    const now = timestamp(clock.now());
    const { slot, position } = choosePlace(tenantId, id, source, interval);
    const record: WatchRecord = {
      id,
      tenant_id: tenantId,
      source,
      interval_minutes: interval,
      subscription: key,
      delivery: deliverTo && (await secrets.changeReceiver({ id, tenant_id: tenantId }, deliverTo)),
      ...(ordered ? {} : { ordered }),
      slot,
      slot_position: position,
      paused_at: null,
      version: 1,
      created_at: now,
      scheduled_at: now,
      updated_at: now,
    };
    const state = createState(record, cursor, now);
    if (!(await store.create({ record, state })))
      throw new ServiceError("not_found", "The tenant has been deleted.");
    if ((await store.subscribedWatch(tenantId, key)) !== id) {
      await store.delete(record);
      throw endedMeanwhile();
    }
    // Others may have been created at the same moment.
    if ((await store.count(tenantId, mostPerTenant + 1)) > mostPerTenant) {
      await store.delete(record);
      throw createLimitError(mostPerTenant);
    }
    if (!found || found.findings.length === 0) return;
    const committed = await events.commit({ record, state }, found.findings, { cursor: found.cursor });
    if (committed) await hints.sendForFindings({ record, state }, found.findings);
  }

  /** Throws ServiceError `not_found`, like all methods below. */
  async get(tenantId: string, id: string): Promise<WatchView> {
    return this.#toView(await requireWatch(this.#options.store, tenantId, id));
  }

  /**
   * Refuses the watch of an inbox with a credential that the caller may not use, because its events are that
   * account's mail, and the watches of approvals, which cover all accounts. Needs no read if the caller may
   * use every credential.
   */
  async demandInSight(owner: CredentialOwner, id: string): Promise<void> {
    if (owner.grants?.credentials === undefined) return;
    const watch = await requireWatch(this.#options.store, owner.tenantId, id);
    if (!isInSight(owner, watch)) throw createNotFoundError();
  }

  /** Returns the watches that the owner may see according to `demandInSight`. */
  async list(owner: CredentialOwner, page: PageRequest): Promise<Page<WatchView>> {
    const { items, next } = await filterPage(
      page,
      (request) => this.#options.store.list(owner.tenantId, request),
      (watch) => isInSight(owner, watch),
    );
    return { items: await Promise.all(items.map((watch) => this.#toView(watch))), next };
  }

  /** Returns the watch's events, oldest first. `after` is a sequence number in decimal. */
  async listEvents(tenantId: string, id: string, page: PageRequest): Promise<Page<WatchEvent>> {
    return this.#options.events.list(await requireWatch(this.#options.store, tenantId, id), page);
  }

  /**
   * Changes a watch. Items that arrived during a pause are found when it resumes. Throws `conflict` if it was
   * changed concurrently, or if it should release a flood but holds none back.
   */
  async change(tenantId: string, id: string, change: WatchChange): Promise<WatchView> {
    const { store, events, clock } = this.#options;
    const { record: old, state } = await requireWatch(this.#options.store, tenantId, id);
    if (old.source.type === "approvals") throw followsPolicy();
    const now = timestamp(clock.now());
    const interval = change.interval_minutes ?? old.interval_minutes;
    const paused = change.paused ?? old.paused_at !== null;
    const { slot, position } = choosePlace(tenantId, id, old.source, interval);
    const resumed = !paused && old.paused_at !== null;
    const record: WatchRecord = {
      ...old,
      ordered: change.ordered ?? old.ordered,
      interval_minutes: interval,
      delivery: await this.#chooseDelivery(change.deliverTo, old),
      slot,
      slot_position: position,
      released_flood: change.releaseFlood ? demandFlood(state) : old.released_flood,
      paused_at: paused ? (old.paused_at ?? now) : null,
      scheduled_at: resumed || interval !== old.interval_minutes ? now : old.scheduled_at,
      updated_at: now,
    };
    await replaceRecord(store, old, record);
    if (resumed)
      await events.commit({ record, state }, [], {
        consecutive_failures: 0,
        skip_until: null,
        last_error: null,
      });
    return this.get(tenantId, id);
  }

  /** Deletes the watch and everything it found. */
  async delete(tenantId: string, id: string): Promise<void> {
    const { store } = this.#options;
    const watch = await skipUnreadable(store.get(tenantId, id));
    if (watch) await store.delete(watch.record);
    else if (!(await store.discard({ tenantId, watchId: id }))) throw createNotFoundError();
  }

  #toView(watch: Watch): Promise<WatchView> {
    return viewWatch(watch, this.#options);
  }

  /** Returns the watch that a subscription names. */
  async #findNamed(tenantId: string, key: string): Promise<Watch | undefined> {
    const { store } = this.#options;
    const id = await store.subscribedWatch(tenantId, key);
    const watch = id === undefined ? undefined : await store.get(tenantId, id);
    return watch?.record.subscription === key ? watch : undefined;
  }

  async #chooseDelivery(named: URL | null | undefined, old: WatchRecord): Promise<WatchDelivery | undefined> {
    if (named === undefined) return old.delivery;
    return named === null ? undefined : this.#options.secrets.changeReceiver(old, named, old.delivery);
  }
}

function isInSight(owner: CredentialOwner, { record: { source } }: Watch): boolean {
  if (source.type === "approvals") return owner.grants?.credentials === undefined;
  return source.type !== "inbox" || mayUseCredential(owner, source.credential_id);
}

/** Throws ServiceError `conflict` if no flood is held back. */
function demandFlood({ cursor }: WatchState): string {
  const flood = cursor?.type === "feed" ? cursor.flood : undefined;
  if (flood) return flood.at;
  throw new ServiceError("conflict", "This watch is not holding back any items.");
}

function followsPolicy(): ServiceError {
  return new ServiceError(
    "conflict",
    "This watch is managed by the policy: change `approval_notices` there, or delete the watch to have it created again.",
  );
}

function createLimitError(most: number): AdapterValidationError {
  return new AdapterValidationError(`There are already ${most} watches, which is the limit.`, {
    nextStep: "Delete one that is no longer needed.",
  });
}

/** Without this error, another attempt would use the ID that was given up. */
function endedMeanwhile(): AdapterTransientError {
  return new AdapterTransientError("The watch was deleted while it was being created.", {
    nextStep: "Subscribe again if you still need it.",
    permanent: true,
  });
}

function createState({ id, tenant_id }: WatchRecord, cursor: WatchCursor | null, now: string): WatchState {
  return {
    tenant_id,
    watch_id: id,
    fence: 1,
    next_sequence: 1,
    cursor,
    last_polled_at: now,
    last_success_at: now,
    last_event_at: null,
    consecutive_failures: 0,
    skip_until: null,
    last_error: null,
    gaps: [],
  };
}
