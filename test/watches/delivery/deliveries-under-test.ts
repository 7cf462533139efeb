import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { DeliveryView } from "@plumbline/watches/delivery/deliveries.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { type AdapterUnderTest, startAdapterUnderTest } from "../../adapters/adapter-under-test.ts";
import { feedAnswer, rss } from "../../adapters/rss/feeds-under-test.ts";
import type { ServiceUnderTestOptions } from "../../support/service-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../watches-under-test.ts";

/** A feed, a receiver, and a tenant whose watches deliver the one to the other. */
export interface DeliveriesUnderTest extends AdapterUnderTest {
  receiver: ScriptedServer;
  watches: WatchesUnderTest;
  /** A watch on the feed that delivers to the receiver; answers its id. */
  watch(args?: Record<string, unknown>): Promise<string>;
  /** Puts items into the feed, the newest last, and polls. */
  find(...titles: string[]): Promise<void>;
  /** Puts items into the feed. */
  publish(...titles: string[]): void;
  /** Does the work of one minute: tries every delivery that is due. */
  deliver(service?: Service): Promise<void>;
  /** Minutes pass; at each, or every so many, what is due is tried. */
  passMinutes(minutes: number, every?: number): Promise<void>;
  /** The batches that a minute would send. */
  due(): Promise<DeliveryBatch[]>;
  /** All deliveries, the newest first. */
  list(id: string): Promise<DeliveryView[]>;
  /** Titles of what the receiver was sent, in order. */
  received(): string[];
  close(): Promise<void>;
}

export async function startDeliveriesUnderTest(
  options: Pick<ServiceUnderTestOptions, "wrapWatchStore" | "wrapKeyService" | "deliveryQueue"> = {},
): Promise<DeliveriesUnderTest> {
  const receiver = await startWebhook();
  let items: string[] = [];
  const feed = await startScriptedServer({
    name: "feed",
    handle: () =>
      feedAnswer(
        rss(items.map((title) => `<item><guid>${title}</guid><title>${title}</title></item>`).join("")),
      ),
  });
  const egressAllow = `127.0.0.1:${feed.port},127.0.0.1:${receiver.port}`;
  const under = await startAdapterUnderTest({ egressAllow, ...options });
  const watches = watchesUnderTest(under);
  const { clock, caller } = under;
  const due = async (service = under.service) => {
    const sent: DeliveryBatch[] = [];
    const queue = { send: async (batches: readonly DeliveryBatch[]) => void sent.push(...batches) };
    await sendDueDeliveries({ store: service.watchStore, queue, clock });
    return sent;
  };
  const deliver = async (service = under.service) => {
    for (const batch of await due(service)) await service.deliverer.deliver(batch);
  };
  const publish = (...titles: string[]) => {
    items = [...titles.toReversed(), ...items];
  };
  return {
    ...under,
    receiver,
    watches,
    watch: (args = {}) =>
      watches.begin("rss_subscribe", {
        url: `${feed.url}/feed`,
        interval_minutes: 1,
        deliver_to: `${receiver.url}/hook`,
        ...args,
      }),
    publish,
    async find(...titles) {
      publish(...titles);
      await watches.pass(1);
    },
    deliver,
    async passMinutes(minutes, every = 1) {
      for (let minute = 0; minute < minutes; minute += every) {
        clock.advance(every * 60_000);
        await deliver();
      }
    },
    due,
    list: async (id) => (await under.service.deliveries.list(caller.tenantId, id, { limit: 100 })).items,
    received: () => receiver.requests.map(titleOf),
    async close() {
      await Promise.all([receiver.close(), feed.close()]);
      await under.close();
    },
  };
}

export function titleOf(request: RecordedRequest): string {
  const { data } = request.json() as { data: { item: { title: string } } };
  return data.item.title;
}

/**
 * Verifies a message with the field's own library at the time of the test's clock, and returns its content.
 * Throws for a message that is not from us.
 */
export function verified(request: RecordedRequest, secret: string, now: number): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return new Webhook(secret).verify(request.text, { ...request.headers });
  } finally {
    vi.useRealTimers();
  }
}
