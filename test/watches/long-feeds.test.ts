import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { feedAnswer, rss } from "../adapters/rss/feeds-under-test.ts";
import { type FeedWatchesUnderTest, startFeedWatchesUnderTest } from "./feed-watches-under-test.ts";

let harness: FeedWatchesUnderTest;

beforeEach(async () => {
  harness = await startFeedWatchesUnderTest();
});

afterEach(() => harness.under.close());

const HASH_LENGTH = 12;

/** Items `from` to `to`, the newest first, with IDs that begin with `id`. */
function listing(from: number, to: number, { id = "a", without = -1 } = {}) {
  const items = [];
  for (let n = to; n >= from; n--) {
    if (n === without) continue;
    const date = new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toUTCString();
    items.push(
      `<item><guid isPermaLink="false">${id}${n}</guid><title>T${n}</title><link>https://t.example/${n}</link><pubDate>${date}</pubDate></item>`,
    );
  }
  return feedAnswer(rss(items.join("")));
}

describe.each([1_500, 5_000])("a feed of %i items", (many) => {
  test("keeps at most 5,000 hashes, and nothing is found twice", async () => {
    const { under, watches } = harness;
    const { feeds, caller, service } = under;
    const look = async (answer: ReturnType<typeof feedAnswer>) => {
      feeds.script("", answer);
      await watches.pass(5);
    };
    feeds.script("", listing(1, many));
    const id = await harness.subscribe();
    await look(listing(1, many + 2));
    // The newest but one, and an old one, are withdrawn and come back.
    await look(listing(3, many + 2, { without: many + 1 }));
    await look(listing(3, many + 2, { without: many - 1_200 }));
    await look(listing(2, many + 3));
    await look(listing(2, many + 4, { id: "b" }));
    await look(listing(3, many + 5, { id: "b" }));
    expect(await watches.found(id)).toEqual([1, 2, 3, 4, 5].map((n) => `T${many + n}`));
    const watch = await service.watchStore.get(caller.tenantId, id);
    const { seen = "", tail = "", identity } = Object(watch?.state.cursor);
    expect(identity).toBe("page");
    expect((seen.length + tail.length) / HASH_LENGTH).toBeLessThanOrEqual(5_000);
    const { health } = await watches.view(id);
    expect(health.gaps.map(({ reason }) => reason)).toEqual(["ids_change"]);
  });
});
