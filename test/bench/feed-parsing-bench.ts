import { listEntries } from "@plumbline/adapters/rss/feed-entries.ts";
import { describeEntry } from "@plumbline/adapters/rss/feed-item.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { dialects } from "@plumbline/sandbox/feeds/dialects.ts";
import { FeedState } from "@plumbline/sandbox/feeds/feed-state.ts";
import Parser from "rss-parser";
import { FeedParser } from "../../packages/adapters/rss/feed-parser.ts";
import { type Measurement, measure, median, medianOf } from "./measurement.ts";

const ROUNDS = 7;
const URL = "https://feeds.example/";

interface Candidate {
  name: string;
  read: (bytes: Buffer) => Promise<unknown>;
}

/** Reading a feed as `rss_subscribe` does, fetched already, against rss-parser alone on the same bytes. */
export async function feedParsingBench(): Promise<void> {
  const parser = new FeedParser({ clock: systemClock });
  const candidates: Candidate[] = [
    {
      name: "read, ordered, first 100 described",
      async read(bytes) {
        const feed = await parser.parse("tenant", { body: bytes });
        const entries = await listEntries(feed, URL);
        return entries.slice(0, 100).map(describeEntry);
      },
    },
    { name: "rss-parser alone", read: (bytes) => new Parser().parseString(bytes.toString()) },
  ];
  console.log(`\nFeed parsing, medians of ${ROUNDS} interleaved rounds`);
  await compare(
    "30 items",
    feedOf(30, "<p>Some <b>usual</b> text of a feed.</p>".repeat(20)),
    60,
    candidates,
  );
  await compare(
    "1,000 items",
    feedOf(1_000, "<p>Some <b>usual</b> text of a feed.</p>".repeat(20)),
    4,
    candidates,
  );
  await compare("one item of open tags", feedOf(1, "<p".repeat(7_500)), 2, candidates);
  await parser.close();
}

async function compare(
  what: string,
  bytes: Buffer,
  calls: number,
  candidates: readonly Candidate[],
): Promise<void> {
  const rounds = candidates.map((candidate) => ({
    ...candidate,
    all: [] as Measurement[],
    busy: [] as number[],
  }));
  for (const { read } of rounds) await measure(() => read(bytes), calls, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { read, all, busy } of rounds) {
      const before = performance.eventLoopUtilization();
      all.push(await measure(() => read(bytes), calls, 1));
      busy.push(performance.eventLoopUtilization(before).active / calls);
    }
  }
  console.log(`${what}, ${(bytes.length / 1000).toFixed(0)} kB`);
  for (const { name, all, busy } of rounds) {
    const { callsPerSecond, cpuPerCall, p50 } = medianOf(all);
    console.log(
      `  ${name.padEnd(36)} ${callsPerSecond.toFixed(1).padStart(7)} feeds/s   p50 ${p50.toFixed(1).padStart(6)} ms   ` +
        `CPU ${(cpuPerCall / 1000).toFixed(1).padStart(6)} ms   of it this thread ${median(busy).toFixed(1).padStart(6)} ms`,
    );
  }
}

function feedOf(count: number, summary: string): Buffer {
  const items = Array.from({ length: count }, (_, at) => ({
    slug: `item-${at}`,
    title: `Item ${at} & its title`,
    summary,
    publishedAt: new Date(Date.UTC(2025, 0, 1) + at * 3_600_000).toISOString(),
    author: "A. Writer",
    categories: ["one", "two"],
  }));
  return Buffer.from(dialects.rss.write(new FeedState("Bench", URL, items), "utf-8"));
}
