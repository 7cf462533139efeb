import { parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toComparableAddress } from "../../../packages/adapters/mail/filter/comparable-address.ts";
import {
  type MessageFacts,
  planSearch,
  type SearchAbilities,
} from "../../../packages/adapters/mail/filter/filter-search.ts";
import { type ModelMessage, matchesQuery, queryFaults } from "./filter-reference.ts";

const NOW = Date.parse("2026-03-31T12:30:00Z");
const HOUR_MS = 3_600_000;

const someText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "is:",
        "from:",
        "-",
        '"',
        " ",
        "in:",
        "newer_than:",
        "me",
        "@",
        "*",
        "24h",
        ":",
        "a",
        "\\",
        "OR",
        "(",
        "before:",
        "2026-01-01",
        "larger:",
        "9G",
        "ß",
        "\r\n",
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join("")),
);
const abilities: fc.Arbitrary<SearchAbilities> = fc.record({ gmail: fc.boolean(), within: fc.boolean() });

describe("any text at all", () => {
  test("is a filter or a refusal, and a filter is a query imapflow drops nothing of", () => {
    fc.assert(
      fc.property(someText, abilities, (text, server) => {
        try {
          const filter = parseFilter(text, NOW, OWN);
          expect(queryFaults(planSearch(filter, server, NOW).query)).toEqual([]);
        } catch (error) {
          if (!(error instanceof AdapterValidationError)) throw error;
          expect(error.message).toMatch(/^query: /);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test("is read in a time that grows with its length alone", () => {
    const hostile = [
      '"'.repeat(1000),
      "a:".repeat(500),
      '-a:"b" '.repeat(140),
      "-".repeat(1000),
      `${" ".repeat(999)}"`,
    ];
    for (const text of hostile) expect(() => parseFilter(text, NOW)).toThrow(AdapterValidationError);
  });
});

const message: fc.Arbitrary<ModelMessage> = fc.record({
  from: fc.constantFrom(
    "ada@x.example",
    "Bob <bob@y.example>",
    '"bob@y.example" <eve@z.example>',
    "notbob@y.example",
    "bob@y.example.z.example",
    "bob@bücher.example",
    "ÄDA",
  ),
  to: fc.constantFrom("list@x.example", "ada@x.example", "Ada@X.example", "dada@x.example"),
  cc: fc.constantFrom("", "bob@y.example", "bob@xn--bcher-kva.example"),
  bcc: fc.constant(""),
  subject: fc.constantFrom("invoice 7", "Re: lunch", "two words", "Grüße"),
  body: fc.constantFrom("see the invoice", "nothing", "Bob says hi"),
  messageId: fc.constantFrom("<1@x>", "<2@y>"),
  seen: fc.boolean(),
  flagged: fc.boolean(),
  answered: fc.boolean(),
  draft: fc.boolean(),
  size: fc.integer({ min: 0, max: 4_000 }),
  hasAttachment: fc.boolean(),
  receivedAt: fc.integer({ min: NOW - 240 * HOUR_MS, max: NOW }),
  zone: fc.constantFrom(-720, -480, 0, 330, 840),
});

interface Written {
  text: string;
  /** The meaning of the term, written independently of the product. */
  means: (m: ModelMessage) => boolean;
}

const OWN = ["ada@x.example", "bob@y.example"];
/** The address of a header with one, written in lower case and with the domain's own letters. */
const bare = (header: string) =>
  header
    .replace(/^.*<(.*)>$/, "$1")
    .toLowerCase()
    .replace("xn--bcher-kva", "bücher");
const isAddress = (address: string, wanted: string) =>
  wanted.startsWith("@")
    ? address.endsWith(wanted) && address.indexOf("@") === address.length - wanted.length
    : address === wanted.toLowerCase();
const factsOf = ({ receivedAt, hasAttachment, ...headers }: ModelMessage): MessageFacts => {
  const addresses = (header: string) => toComparableAddress(bare(header)) ?? [];
  const { from, to, cc, bcc } = headers;
  return {
    receivedAt,
    hasAttachment,
    addresses: {
      from: [addresses(from)].flat(),
      to: [addresses(to)].flat(),
      cc: [addresses(cc)].flat(),
      bcc: [addresses(bcc)].flat(),
    },
  };
};
const holds = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());
const everything = (m: ModelMessage) => [m.from, m.to, m.cc, m.subject, m.messageId, m.body];
const words = fc.constantFrom("ada", "bob", "INVOICE", "two words", "grüße", "example", "7", "zzz");

const term: fc.Arbitrary<Written> = fc.oneof(
  fc.constantFrom<Written>(
    { text: "is:unread", means: (m) => !m.seen },
    { text: "is:read", means: (m) => m.seen },
    { text: "is:starred", means: (m) => m.flagged },
    { text: "is:answered", means: (m) => m.answered },
    { text: "is:draft", means: (m) => m.draft },
    { text: "has:attachment", means: (m) => m.hasAttachment },
    { text: "message-id:1@x", means: (m) => m.messageId === "<1@x>" },
    { text: "larger:2K", means: (m) => m.size > 2048 },
    { text: "smaller:1000", means: (m) => m.size < 1000 },
    { text: "after:2026-03-25", means: (m) => m.receivedAt >= Date.UTC(2026, 2, 25) },
    { text: "before:2026-03-28", means: (m) => m.receivedAt < Date.UTC(2026, 2, 28) },
    { text: "before:2099-01-01", means: () => true },
    { text: "after:2099-01-01", means: () => false },
  ),
  fc.integer({ min: 1, max: 300 }).map((hours) => ({
    text: `newer_than:${hours}h`,
    means: (m: ModelMessage) => m.receivedAt >= NOW - hours * HOUR_MS,
  })),
  fc.integer({ min: 1, max: 12 }).map((days) => ({
    text: `older_than:${days}d`,
    means: (m: ModelMessage) => m.receivedAt < NOW - days * 24 * HOUR_MS,
  })),
  fc.tuple(fc.constantFrom("from", "to", "cc", "subject", "body"), words).map(([key, word]) => ({
    text: `${key}:"${word}"`,
    means: (m: ModelMessage) => holds(String(m[key as keyof ModelMessage]), word),
  })),
  fc
    .tuple(
      fc.constantFrom<"from" | "to" | "cc">("from", "to", "cc"),
      fc.constantFrom("me", "bob@y.example", "Bob@Bücher.example", "@y.example", "ada@x.example"),
    )
    .map(([field, value]) => ({
      text: `${field}:${value}`,
      means: (m: ModelMessage) =>
        value === "me" ? OWN.includes(bare(m[field])) : isAddress(bare(m[field]), value),
    })),
  words.map((word) => ({
    text: `"${word}"`,
    means: (m: ModelMessage) => everything(m).some((field) => holds(field, word)),
  })),
);

const negatable = fc
  .tuple(fc.boolean(), term)
  .map(
    ([negated, { text, means }]): Written =>
      negated ? { text: `-${text}`, means: (m) => !means(m) } : { text, means },
  );

test("a search finds exactly what its terms mean: the server is asked for no less, and no more is given", () => {
  fc.assert(
    fc.property(
      fc.array(negatable, { minLength: 1, maxLength: 5 }),
      fc.array(message, { minLength: 1, maxLength: 12 }),
      abilities,
      (terms, messages, server) => {
        const filter = parseFilter(terms.map(({ text }) => text).join(" "), NOW, OWN);
        const { query, keeps = () => true } = planSearch(filter, server, NOW);
        const given = messages.filter(
          (m) => matchesQuery(query, m, { ...server, now: NOW }) && keeps(factsOf(m)),
        );
        expect(given).toEqual(messages.filter((m) => terms.every(({ means }) => means(m))));
      },
    ),
    { numRuns: 2_000 },
  );
});
