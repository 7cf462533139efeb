import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { type DeliveryHealth, deliveryHealth, LOOKED_AT } from "../delivery/delivery-health.ts";
import { CLOCK_SKEW_MS } from "./future-stamp.ts";
import type { Watch, WatchRecord } from "./watch.ts";
import { type WatchHealth, watchHealth } from "./watch-health.ts";
import type { WatchStore } from "./watch-store.ts";

/** A watch as its owner sees it. */
export interface WatchView
  extends Omit<
    WatchRecord,
    | "tenant_id"
    | "slot"
    | "slot_position"
    | "version"
    | "scheduled_at"
    | "delivery"
    | "subscription"
    | "ordered"
    | "released_flood"
  > {
  deliver_to: string | null;
  ordered: boolean;
  health: WatchHealth & { delivery: DeliveryHealth | null };
}

/** Shows a watch to its owner, with how its looks and its deliveries go. */
export async function viewWatch(
  watch: Watch,
  { store, clock }: { store: WatchStore; clock: Clock },
): Promise<WatchView> {
  const {
    tenant_id: _tenant,
    slot,
    slot_position,
    version: _version,
    subscription: _subscription,
    scheduled_at: _at,
    delivery,
    ordered = true,
    released_flood: _flood,
    ...shown
  } = watch.record;
  const [heartbeat, newest] = await Promise.all([
    store.latestHeartbeat(slot, slot_position, timestamp(clock.now() + CLOCK_SKEW_MS)),
    delivery ? store.lastEvents(nameOf(watch), { before: watch.state.next_sequence, limit: LOOKED_AT }) : [],
  ]);
  const health = {
    ...watchHealth(watch, heartbeat, clock.now()),
    delivery: delivery ? deliveryHealth(delivery, newest, clock.now()) : null,
  };
  return { ...shown, deliver_to: delivery?.url ?? null, ordered, health };
}

function nameOf({ record: { tenant_id: tenantId, id: watchId } }: Watch) {
  return { tenantId, watchId };
}
