import { createHash } from "node:crypto";
import { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, DAY_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import type { SealContext, Vault } from "@plumbline/core/credentials/vault/vault.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Finding, FindingContent } from "../clock/look.ts";
import { startDelivery } from "../delivery/delivery.ts";
import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "./watch.ts";
import type { WatchStore } from "./watch-store.ts";

export interface WatchEventsOptions {
  store: WatchStore;
  vault: Vault;
  clock: Clock;
  /** Number of days to keep an event. */
  retentionDays: number;
}

/** An event in the form for its reader. */
export interface WatchEvent {
  id: string;
  sequence: number;
  found_at: string;
  content: FindingContent;
}

/**
 * Stores the events that watches found. Each is written once, listed in order, and never changes again.
 *
 *     poller A   claim f1 ── events 5, 6 (f1) ───────────────── commit IF f1 ✗ → lost, nothing is sent
 *     poller B              claim f2 ── event 5 (f2 ≥ f1 ✓) ── commit IF f2 ✓ → 5 is listed
 *     poller A                                  event 6 (f1): stored, but not listed from 6 on
 *     poller C                                                  claim f4 ── event 6 (f4 ≥ f1 ✓) …
 *
 * A crash at any point leaves a claim and events that readers cannot see yet. The next poll finds the same
 * things again and overwrites those events.
 */
export class WatchEvents {
  readonly #options: WatchEventsOptions;

  constructor(options: WatchEventsOptions) {
    this.#options = options;
  }

  /**
   * Appends findings to the existing events and, with the last of them, stores the other results of a poll
   * (`changes`). Returns `false` if another poll of the same watch was faster, or the watch was deleted;
   * nothing of this poll then counts. Before writing anything, rethrows errors of the vault. Rethrows errors
   * of the store.
   */
  async commit(
    { record, state }: Watch,
    findings: readonly Finding[],
    changes: Partial<WatchState>,
  ): Promise<boolean> {
    const { store } = this.#options;
    if (findings.length > 0 && !(await store.isCurrent(record))) return false;
    const claimed = findings.length === 0 ? state : { ...state, fence: state.fence + 1 };
    const events = await this.#sealFindings(record, claimed, findings);
    if (claimed !== state && !(await store.putState(claimed))) return false;
    let committed = false;
    try {
      committed = await this.#put(claimed, events, changes);
    } finally {
      // Nothing may remain of a deleted watch. If the watch still exists, the next poll overwrites these
      // events.
      const watch = { tenantId: record.tenant_id, watchId: record.id };
      if (!committed && findings.length > 0 && !(await store.get(watch.tenantId, watch.watchId)))
        await store.deleteEvents(watch, state.next_sequence);
    }
    return committed;
  }

  async #put(
    claimed: WatchState,
    events: readonly WatchEventRecord[],
    changes: Partial<WatchState>,
  ): Promise<boolean> {
    const { store, clock } = this.#options;
    for (const event of events) if (!(await store.putEvent(event))) return false;
    return store.putState({
      ...claimed,
      ...changes,
      fence: claimed.fence + 1,
      next_sequence: claimed.next_sequence + events.length,
      ...(events.length === 0 ? {} : { last_event_at: timestamp(clock.now()) }),
    });
  }

  /** Returns events, oldest first. `after` is a sequence number. */
  async list({ record, state }: Watch, page: PageRequest): Promise<Page<WatchEvent>> {
    const watch = { tenantId: record.tenant_id, watchId: record.id };
    const found = await this.#options.store.listEvents(watch, { ...page, before: state.next_sequence });
    return { items: await Promise.all(found.items.map((event) => this.open(event))), next: found.next };
  }

  /**
   * Stores what may happen after `dueInMs` milliseconds. It becomes an event then (`PlannedEvents`). Planning
   * the same thing again changes nothing. Rethrows errors of the vault and the store.
   */
  async plan(watch: Watch, planned: readonly (Finding & { dueInMs: number })[]): Promise<void> {
    const { store, clock } = this.#options;
    const { tenant_id: tenantId, id: watchId } = watch.record;
    for (const { dueInMs, ...finding } of planned) {
      const sequence = choosePlannedSequence(finding.identity);
      if (await store.getEvent({ tenantId, watchId }, sequence)) continue;
      const { identity } = finding;
      const event = await this.#seal(watch, { identity, sequence, sealed: finding, dueInMs });
      // Due even if the receiver is gone, because the event is listed nevertheless.
      const delivery = startDelivery(clock.now() + dueInMs);
      await store.putEvent({ ...event, delivery });
    }
  }

  #sealFindings(
    record: WatchRecord,
    state: WatchState,
    findings: readonly Finding[],
  ): Promise<WatchEventRecord[]> {
    return Promise.all(
      findings.map(({ identity, content }, index) =>
        this.#seal({ record, state }, { identity, sequence: state.next_sequence + index, sealed: content }),
      ),
    );
  }

  async #seal(
    { record: { delivery, created_at }, state }: Watch,
    { identity, sequence, sealed, dueInMs = 0 }: ToSeal,
  ): Promise<WatchEventRecord> {
    const { vault, clock, retentionDays } = this.#options;
    const { tenant_id, watch_id, fence, last_success_at } = state;
    const now = clock.now();
    // An event found by a clock that is behind must not expire as soon as the clock is corrected.
    const kept = Math.max(now, Date.parse(created_at), Date.parse(last_success_at ?? created_at)) + dueInMs;
    const id = hashEventId(watch_id, identity);
    const named = { tenant_id, watch_id, sequence, id, found_at: timestamp(now) };
    return {
      ...named,
      fence,
      content_cipher: await vault.seal(buildPlace(named), new Secret(JSON.stringify(sealed))),
      expires_at: timestamp(kept + retentionDays * DAY_MS),
      ...(delivery?.stopped_at === null ? { delivery: startDelivery(now) } : {}),
    };
  }

  async open(event: WatchEventRecord): Promise<WatchEvent> {
    const { id, sequence, found_at } = event;
    return { id, sequence, found_at, content: await this.#unseal(event) };
  }

  openPlanned(event: WatchEventRecord): Promise<Finding> {
    return this.#unseal(event);
  }

  async #unseal(event: WatchEventRecord) {
    const sealed = await this.#options.vault.open(buildPlace(event), event.content_cipher);
    return JSON.parse(sealed.reveal());
  }
}

/** A finding to store as an event, or to store as planned. */
interface ToSeal {
  identity: string;
  sequence: number;
  /** An event's content, or a planned finding as a whole. */
  sealed: FindingContent | Finding;
  /** Milliseconds by which it is kept longer, because it is due after these. */
  dueInMs?: number;
}

/** First number of planned events. No watch has as many events, and stores sort by up to twelve digits. */
const PLANNED_FROM = 10 ** 11;

/** Returns whether a number is that of a planned event and no place in a watch's sequence. */
export function isPlanned(sequence: number): boolean {
  return sequence >= PLANNED_FROM;
}

/** Returns the same number for the same thing, so that it is planned once. */
function choosePlannedSequence(identity: string): number {
  const hash = createHash("sha256").update(identity).digest().readUIntBE(0, 6);
  return PLANNED_FROM + (hash % (8 * PLANNED_FROM));
}

/** Returns the same ID for the same thing found by the same watch, however often it is written. */
function hashEventId(watchId: string, identity: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([watchId, identity]))
    .digest("base64url");
  return `evt_${hash.slice(0, 27)}`;
}

/**
 * Returns the place that an event is encrypted for. It can be decrypted only as the event of its own watch:
 * copied to another watch, it would otherwise be delivered to that watch's receiver.
 */
function buildPlace({
  tenant_id,
  watch_id,
  sequence,
  id,
  found_at,
}: Pick<WatchEventRecord, "tenant_id" | "watch_id" | "sequence" | "id" | "found_at">): SealContext {
  const bound = JSON.stringify([watch_id, sequence, found_at]);
  return { tenantId: tenant_id, recordId: id, kind: "watch_event", field: "content", bound };
}
