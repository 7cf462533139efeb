import { dialects } from "@plumbline/sandbox/feeds/dialects.ts";
import { feedUnavailable } from "@plumbline/sandbox/feeds/failures.ts";
import { FeedState } from "@plumbline/sandbox/feeds/feed-state.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { htmlPage, type Reply, redirect, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** An item that a feed's author published. */
export interface Published {
  number: number;
  title: string;
  at: number;
}

/** A question to a host, and all it knows then. */
export interface Asked {
  /** All that was published, the newest first. */
  items: readonly Published[];
  /** Hours since the beginning. */
  hour: number;
  /** Looks since the beginning. */
  look: number;
  request: RecordedRequest;
  /** Says that the answer lists these. */
  list(items: readonly Published[]): void;
}

export interface FeedKind {
  answer(asked: Asked): Reply;
  /** Items published at an hour, when not one every eight hours. */
  publishes?(hour: number): number;
  /** Some items are never listed, by the way it lists them. */
  hides?: true;
  /** Health tells this, and items that the feed never listed may be missing. */
  tells?: "feed_overflowed" | "flood_held" | "ids_change" | "ids_collide";
}

const LISTED = 10;
const DAY_HOURS = 24;
const random = seededRandom("ill-behaved feeds");
const below = (limit: number) => Math.floor(random.fraction() * limit);
const noise = () => String(below(1_000_000_000));

interface Written {
  guid?: string;
  link?: string;
  title?: string;
  date?: string | null;
  body?: string;
}

function writeItem({ number, title, at }: Published, written: Written = {}): string {
  const { guid = `id-${number}`, link = page(number), date = new Date(at).toUTCString() } = written;
  return [
    "<item>",
    `<title>${written.title ?? title}</title>`,
    guid === "" ? "" : `<guid isPermaLink="false">${guid}</guid>`,
    link === "" ? "" : `<link>${link.replaceAll("&", "&amp;")}</link>`,
    date === null ? "" : `<pubDate>${date}</pubDate>`,
    `<description>${written.body ?? `About ${number}.`}</description>`,
    "</item>",
  ].join("");
}

function page(number: number): string {
  return `https://news.example/items/${number}`;
}

function document(items: readonly string[]): string {
  return `<rss version="2.0"><channel><title>News</title><link>https://news.example/</link>${items.join("")}</channel></rss>`;
}

function xml(body: string, headers: Record<string, string> = {}): Reply {
  return { headers: { "content-type": "application/rss+xml", ...headers }, body };
}

/** A feed of the newest ten, each written in its own way. */
function listing(write: (item: Published, asked: Asked) => Written = () => ({})): FeedKind {
  return { answer: (asked) => newest(asked, write) };
}

function newest(asked: Asked, write: (item: Published, asked: Asked) => Written = () => ({})): Reply {
  return chosen(asked, asked.items.slice(0, LISTED), write);
}

function chosen(
  asked: Asked,
  items: readonly Published[],
  write: (item: Published, asked: Asked) => Written = () => ({}),
): Reply {
  asked.list(items);
  return xml(document(items.map((item) => writeItem(item, write(item, asked)))));
}

/** Fails at every so-many-th look, and is well at the others. */
function sometimes(every: number, failure: () => Reply): FeedKind {
  return { answer: (asked) => (asked.look % every === every - 1 ? failure() : newest(asked)) };
}

function isConditional({ headers }: RecordedRequest): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

const dialectNames = ["rss", "atom", "rdf"] as const;

/** The same items in a dialect of the sandbox, which gives them other ids in each. */
function inDialect(asked: Asked, name: (typeof dialectNames)[number]): Reply {
  const items = asked.items.slice(0, LISTED);
  asked.list(items);
  const written = items.map(({ number, title, at }) => ({
    slug: String(number),
    title,
    summary: "",
    publishedAt: new Date(at).toISOString(),
  }));
  const { type, write } = dialects[name];
  const body = write(new FeedState("News", "https://news.example/", written), "utf-8");
  return { headers: { "content-type": type }, body };
}

/** Ways in which feeds on the internet behave. */
export const feedKinds: Readonly<Record<string, FeedKind>> = {
  "well-behaved": {
    answer(asked) {
      const etag = `"${asked.items[0]?.number}"`;
      if (asked.request.headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
      return { ...newest(asked), headers: { "content-type": "application/rss+xml", etag } };
    },
  },
  "without validators": listing(),
  "another ETag each time": { answer: (asked) => withHeaders(newest(asked), { etag: `"${noise()}"` }) },
  "304 though it has changed": {
    answer: (asked) =>
      isConditional(asked.request)
        ? { status: 304, headers: {} }
        : withHeaders(newest(asked), { etag: '"constant"' }),
  },
  "other ids each time": listing(() => ({ guid: noise() })),
  "other ids and pages each time": listing(() => ({
    guid: noise(),
    link: `https://news.example/?session=${noise()}`,
  })),
  "other ids each time, without dates and pages": listing(() => ({ guid: noise(), link: "", date: null })),
  "undated, one page for all": listing(() => ({ guid: "", link: "https://news.example/", date: null })),
  "undated, one page of its own for all": listing(() => ({
    guid: "",
    link: "https://news.example/live",
    date: null,
  })),
  "dated, one page for all": listing(() => ({ guid: "", link: "https://news.example/live" })),
  "one undated item at a time on one page": {
    answer: (asked) =>
      chosen(asked, asked.items.slice(0, 1), () => ({
        guid: "",
        link: "https://news.example/",
        date: null,
      })),
  },
  "no ids, other tracking parameters each time": listing(({ number }) => ({
    guid: "",
    link: `${page(number)}?utm_source=rss&utm_id=${noise()}&a=1&fbclid=${noise()}`,
  })),
  "http and https in turn": listing(({ number }, { look }) => {
    const link = page(number).replace("https:", look % 2 === 0 ? "http:" : "https:");
    return { guid: link, link };
  }),
  "with and without www.": listing(({ number }, { look }) => {
    const link = page(number).replace("//", look % 2 === 0 ? "//www." : "//");
    return { guid: "", link };
  }),
  "in another order each time": {
    answer: (asked) => chosen(asked, shuffled(asked.items.slice(0, LISTED))),
  },
  "dated now each time": listing((_item, { hour }) => ({
    date: new Date(Date.UTC(2026, 0, 1, hour)).toUTCString(),
  })),
  "dates that cannot be read": listing(() => ({ date: "yesterday or so" })),
  "titles that are edited": listing(({ title, at }, { items }) => ({
    title: (items[0]?.at ?? 0) - at > 6 * 3_600_000 ? `${title} (updated)` : title,
  })),
  "contents that count": listing(() => ({ body: `${noise()} comments` })),
  "a sample of everything each time": {
    answer: (asked) => chosen(asked, shuffled(asked.items).slice(0, LISTED)),
    hides: true,
  },
  "empty every other time": {
    answer: (asked) => (asked.look % 2 === 0 ? chosen(asked, []) : newest(asked)),
  },
  "one item at a time": { answer: (asked) => chosen(asked, asked.items.slice(0, 1)) },
  "each item twice": {
    answer(asked) {
      const items = asked.items.slice(0, LISTED);
      asked.list(items);
      return xml(document(items.flatMap((item) => [writeItem(item), writeItem(item)])));
    },
  },
  "each item twice, once with http": {
    answer(asked) {
      const items = asked.items.slice(0, LISTED);
      asked.list(items);
      const links = ({ number }: Published) => [page(number), page(number).replace("https:", "http:")];
      return xml(
        document(items.flatMap((item) => links(item).map((link) => writeItem(item, { guid: "", link })))),
      );
    },
  },
  "its archive at midnight": {
    answer: (asked) =>
      asked.hour % DAY_HOURS === 0 ? chosen(asked, asked.items.slice(0, 60)) : newest(asked),
  },
  "500 every other time": sometimes(2, () => text("", 500)),
  "a page in its place": sometimes(3, () => htmlPage("<!doctype html><title>Maintenance</title>")),
  "half a document": sometimes(3, () => xml('<rss version="2.0"><channel><item><ti')),
  "a reset connection": sometimes(4, () => resetAfterReading()),
  "a wait of a year, once": {
    answer: (asked) =>
      asked.hour === 48
        ? withHeaders(feedUnavailable(), { "retry-after": String(365 * 86_400) })
        : newest(asked),
  },
  "moved for one look to somebody else's": {
    answer(asked) {
      if (asked.request.query.get("moved") !== null) return xml(document([]));
      return asked.hour === 48 ? redirect(`${asked.request.path}?moved=1`, 301) : newest(asked);
    },
  },
  "moved for good, and then gone from there": {
    answer(asked) {
      const atNew = asked.request.query.get("moved") !== null;
      if (asked.hour < 48 || atNew) return newest(asked);
      return asked.hour < 100 ? redirect(`${asked.request.path}?moved=1`, 301) : text("", 404);
    },
  },
  "in another dialect each time": {
    answer: (asked) => inDialect(asked, dialectNames[asked.look % 2] ?? "rss"),
  },
  "with one id for all": listing(() => ({ guid: "0" })),
  "with one id for all, and no pages": listing(() => ({ guid: "0", link: "" })),
  "with the place in the list as id": {
    ...listing((item, { items }) => ({ guid: String(items.indexOf(item)) })),
    tells: "ids_collide",
  },
  "with ids that come again each week": {
    ...listing(({ number }) => ({ guid: `item-${number % 21}` })),
    tells: "ids_collide",
  },
  "with ids that come again each week, and no pages": {
    ...listing(({ number }) => ({ guid: `item-${number % 21}`, link: "" })),
    tells: "ids_collide",
  },
  "with the place in the list as id, without dates and pages": {
    ...listing((item, { items }) => ({ guid: String(items.indexOf(item)), link: "", date: null })),
    tells: "ids_collide",
  },
  "one item at a time, all with one id and page": {
    answer: (asked) =>
      chosen(asked, asked.items.slice(0, 1), () => ({ guid: "latest", link: "https://news.example/live" })),
  },
  "one item at a time, all with one page": {
    answer: (asked) =>
      chosen(asked, asked.items.slice(0, 1), () => ({ guid: "", link: "https://news.example/live" })),
  },
  "one undated item at a time, all with one id": {
    answer: (asked) => chosen(asked, asked.items.slice(0, 1), () => ({ guid: "latest", date: null })),
  },
  "other ids and numbers of comments in titles each time": listing(({ title }, { hour }) => ({
    ...{ guid: noise(), title: `${title} (${hour} comments)` },
  })),
  "one item at a time, all with one id": {
    answer: (asked) => chosen(asked, asked.items.slice(0, 1), () => ({ guid: "latest" })),
  },
  "with other ids, pages and dates from one day on": {
    ...listing(({ number, at }, { hour }) => {
      if (hour < 160) return {};
      const date = new Date(Math.max(at, Date.UTC(2026, 0, 7, 16))).toUTCString();
      return { guid: `post-${number}`, link: `https://new.example/${number}`, date };
    }),
    tells: "ids_change",
  },
  "no ids and dates, other session ids in pages each time": listing(({ number }) => ({
    ...{ guid: "", date: null, link: `${page(number)};jsessionid=${noise()}` },
  })),
  "with and without a last slash, in other letters": listing(({ number }, { look }) => {
    const link = `${page(number)}/%C3%A9t%C3%A9`;
    return { guid: "", date: null, link: look % 2 === 0 ? `${link}/` : link.toLowerCase() };
  }),
  "with another id for an item that was edited": listing(({ number, title }, { items }) => {
    const isEdited = number % 3 === 0 && (items[0]?.number ?? 0) - number >= 2;
    const id = page(number);
    return isEdited ? { guid: `${id}#1`, title: `${title} (updated)`, date: null } : { guid: `${id}#0` };
  }),
  "with one page for all items of a series": listing(({ number }, { items }) => {
    const isSeries = number % 3 === 0 && number + 3 > (items[0]?.number ?? 0);
    return isSeries ? { link: `${page(0)}/series` } : {};
  }),
  "with titles that are escaped twice in turn": listing(({ title }, { look }) => ({
    ...{ guid: "", link: "", title: look % 2 === 0 ? `${title} (Q&amp;A)` : `${title} (Q&amp;amp;A)` },
  })),
  "a flood of its archive": {
    publishes: (hour) => (hour === 64 ? 300 : usual(hour)),
    answer: (asked) => chosen(asked, asked.items.slice(0, 400)),
    tells: "flood_held",
  },
  "more at once than it lists": {
    publishes: (hour) => (hour === 64 ? 30 : usual(hour)),
    answer: (asked) => newest(asked),
    tells: "feed_overflowed",
  },
};

/** One item every eight hours. */
export function usual(hour: number): number {
  return hour % 8 === 0 ? 1 : 0;
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return "fault" in reply ? reply : { ...reply, headers: { ...reply.headers, ...headers } };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
