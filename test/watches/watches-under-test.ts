import { setImmediate as nextTurn } from "node:timers/promises";
import type { Service } from "@plumbline/service/service.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { WatchEvent } from "@plumbline/watches/service/watch-events.ts";
import * as z from "zod";
import type { WatchView } from "../../packages/watches/service/watch-view.ts";
import { type AdapterUnderTest, succeeded } from "../adapters/adapter-under-test.ts";

/** A look that began at a full minute is over by then, however often it was tried. */
const LOOK_MS = 46_000;

/** The clock and the queue of watches in a test's hands. */
export interface WatchesUnderTest {
  /** Calls a subscribing tool; answers the watch's id. */
  begin(tool: string, args: Record<string, unknown>): Promise<string>;
  view(id: string): Promise<WatchView>;
  /** Everything the watch found, read page by page. */
  events(id: string): Promise<WatchEvent[]>;
  /** Returns the titles or subjects of everything that a watch found. */
  found(id: string): Promise<string[]>;
  /** Batches that were sent, newest last; the list is live. */
  sent: PollBatch[];
  /** Moves time on and ticks both wheels at every full minute, polling what is due. */
  pass(minutes: number): Promise<void>;
  /**
   * The same at servers that may hang, told by `held`: a second passes at a time, for half a minute, in which
   * an attempt is over.
   */
  passHanging(minutes: number, held: () => Promise<unknown>): Promise<void>;
  /** A tick of both wheels now. */
  tick(): Promise<void>;
}

const named = z.looseObject({ watch_id: z.string() });

export function watchesUnderTest(
  under: Pick<AdapterUnderTest, "service" | "clock" | "caller" | "call">,
  service: () => Service = () => under.service,
): WatchesUnderTest {
  const { clock, caller } = under;
  const sent: PollBatch[] = [];
  const tickNow = async () => {
    const { watchPoller, watchStore: store, logger } = service();
    const send = async (batches: readonly PollBatch[]) => {
      sent.push(...batches);
      for (const batch of batches) await watchPoller.poll(batch);
    };
    for (const wheel of WHEELS) await tick(wheel, { store, queue: { send }, clock, logger });
  };
  const events = async (id: string) => {
    const all: WatchEvent[] = [];
    for (let after: string | undefined; ; ) {
      const page = await service().watches.listEvents(caller.tenantId, id, { after, limit: 7 });
      all.push(...page.items);
      if (page.next === null) return all;
      after = page.next;
    }
  };
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(60_000 - (clock.now() % 60_000));
      await tickNow();
    }
  };
  return {
    async begin(tool, args) {
      return named.parse(succeeded(await under.call(tool, args)).result).watch_id;
    },
    view: (id) => service().watches.get(caller.tenantId, id),
    events,
    found: async (id) => (await events(id)).map(({ content }) => nameOf(content)),
    sent,
    pass,
    async passHanging(minutes, held) {
      let over = false;
      const passed = pass(minutes).finally(() => {
        over = true;
      });
      const heldOrOver = () => Promise.race([passed, held()]);
      let next = heldOrOver();
      while (!over) {
        await next;
        // Another attempt may begin, and hang, before the second is over in which this one ends.
        next = heldOrOver();
        for (let second = 0; second < 30 && clock.now() % 60_000 < LOOK_MS && !over; second++) {
          clock.advance(1_000);
          await nextTurn();
        }
      }
    },
    tick: tickNow,
  };
}

const content = z.union([
  z.object({ type: z.literal("feed.item"), item: z.looseObject({ title: z.string() }) }),
  z.object({ type: z.literal("mail.message"), message: z.looseObject({ subject: z.string() }) }),
]);

function nameOf(found: unknown): string {
  const told = content.parse(found);
  return told.type === "feed.item" ? told.item.title : told.message.subject;
}
