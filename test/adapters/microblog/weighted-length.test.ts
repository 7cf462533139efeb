import fc from "fast-check";
import twitterText from "twitter-text";
import { describe, expect, test } from "vitest";
import {
  countWeightedLength,
  explainTextProblem,
} from "../../../packages/adapters/microblog/weighted-length.ts";

const shortWord = fc.string({ unit: fc.constantFrom(..."abcXYZ0189"), minLength: 1, maxLength: 8 });
const wide = fc.string({
  unit: fc.constantFrom(..."中文字日本語한국어です。．、「」ーｱＡ１"),
  minLength: 1,
  maxLength: 24,
});
const accented = fc.constantFrom("é", "e\u0301", "ß", "ñ", "Å", "क्षि", "Ω", "ж", "ا", "ก็", "\u0301");
const emoji = fc.constantFrom(
  ...[
    "😀",
    "☀",
    "☀️",
    "☔️",
    "❤️",
    "👍🏽",
    "👨‍👩‍👧‍👦",
    "👩🏿‍🚀",
    "🏳️‍🌈",
    "🇩🇪",
    "🇩",
    "1️⃣",
    "🏽",
    "🏽\u200d",
    "#⃣",
    "©",
    "©️",
    "™️",
    "🧜🏼‍♀️",
    "🏃‍♂",
    "☕︎",
  ],
);
const mark = fc.constantFrom(
  ..." \n\t.,:;!?()[]{}<>\"'`/\\-_=+*&%$#@~|^…—–“”‘’€·\u00a0\u200b\u200d\u200e\u202a\u2028\ufeff\uffff＠＃".split(
    "",
  ),
);
const topLevel = fc.constantFrom(
  "com",
  "COM",
  "md",
  "co.uk",
  "dev",
  "js",
  "ts",
  "中国",
  "рф",
  "xn--p1ai",
  "xn--",
  "museum",
  "comx",
  "invalid",
  "嘉里大酒店",
);
const label = fc.oneof(
  shortWord,
  wide,
  accented,
  fc.constantFrom("www", "t", "xn--bcher-kva", "bücher", "a-b", "a_b", "-a", "a-", "", "_"),
);
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), topLevel)
  .map(([labels, top]) => [...labels, top].join("."));
const tail = fc.constantFrom(
  "",
  "",
  "/",
  "/a",
  "/a(b)c",
  "/a_(b(c)d)",
  "/(a)!",
  "/é/ж",
  "/中",
  "/@a/",
  "/@a",
  "/a.",
  "/a?b=c&d",
  "?b=c",
  "?b.",
  ":80",
  ":80/a",
  "#a",
  "/a#b",
  "/abc?d=e",
  "@a",
  "-",
  "+",
);
const protocol = fc.constantFrom("", "", "http://", "https://", "HTTPS://", "ftp://", "//");
const url = fc.tuple(protocol, host, tail).map((parts) => parts.join(""));
const shortened = fc
  .tuple(
    fc.constantFrom("https://t.co/", "t.co/", "http://T.CO/"),
    fc.oneof(shortWord, fc.constant("a".repeat(41))),
    tail,
  )
  .map((parts) => parts.join(""));
const mention = fc
  .tuple(fc.constantFrom("@", "#", "$", "＠", "a@", "ab.c@"), fc.oneof(shortWord, host))
  .map((parts) => parts.join(""));
const anything = fc.string({ unit: "binary", maxLength: 6 });

const text = fc
  .array(fc.oneof(shortWord, wide, accented, emoji, mark, mark, url, url, shortened, mention, anything), {
    maxLength: 24,
  })
  .map((parts) => parts.join(""));

describe("agrees with twitter-text", () => {
  const agrees = (some: string) => {
    const { weightedLength: expected, valid } = twitterText.parseTweet(some);
    expect(countWeightedLength(some)).toBe(expected);
    expect(some === "" || explainTextProblem(some) !== undefined).toBe(!valid);
  };

  test("on generated texts", () => {
    fc.assert(fc.property(text, agrees), { numRuns: 6_000, seed: 20260101 });
  });

  test.each([
    [
      "x.com",
      "foo.bar",
      "google.dev",
      "readme.md",
      "example.co.uk/p",
      "EXAMPLE.COM",
      "пример.рф",
      "http://中文.com",
    ],
    [
      "node.js",
      "test.ts",
      "a@example.com",
      "#example.com",
      "a_b.com",
      "http://",
      "example.com.",
      "-example.com",
    ],
    [
      "日本語ですexample.comを見て。",
      "中文字中文字中文字中文字中文字中文字中文字中文字中文字中文字example.com",
    ],
    ["https://t.co/abc/def", `https://t.co/${"a".repeat(41)}`, "xn--a.com", `${"a".repeat(64)}.com`],
    [
      "a.中.com b.co_m.org c.xn--p1ai",
      "＠a.xn--a.中.com/a#b",
      "中.co.uk-Ω.co.uk/a.",
      `a.co/${"b".repeat(4080)}`,
    ],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪🇩", "©®™‼", "☝🏽☝️☝", "⛷🏽", "1️⃣.com", "👨‍👩‍👧‍👦👨‍👩", "\u{20000}\u{1d49c}"],
  ])("on %s and others", (...texts) => {
    for (const some of texts) agrees(some);
  });
});

test.each(["🧑‍🚀", "🐦‍🔥", "👩🏽‍🤝‍👨🏿", "👁️‍🗨️", "🪿", "🇨🇶"])(
  "%s counts 2, though twitter-text does not know it",
  (emoji) => {
    expect(countWeightedLength(emoji)).toBe(2);
  },
);

test("the refusal says the weight and how much it is too much", () => {
  expect(explainTextProblem("a".repeat(280))).toBeUndefined();
  expect(explainTextProblem("語".repeat(140))).toBeUndefined();
  expect(explainTextProblem("語".repeat(141))).toBe(
    "must have a weight of at most 280, but has 282, which is 2 too many (a URL counts 23, an emoji or a wide character 2)",
  );
});

/**
 * Some take the provider's own expression six seconds each; all of them take it longer than this test may
 * last.
 */
test("hostile texts cost a bounded time", () => {
  const hostile = [
    ...["a.", "中", "中.", "a_", "a-", "a.com_", "http://", "http://a.", "xn--.", "a@", "👨\u200d"].map(
      (part) => [part, ""],
    ),
    ...["中", "é", "a."].map((part) => [part, ".zzz"]),
    ...["中.", "a_.", "a.中."].map((part) => [part, "中-.com"]),
    ...["(", "(a", "(a)", "(a(b)", "!", "@a", "a("].map((part) => [part, "!", "a.com/"]),
  ].map(([part = "", end = "", start = ""]) => (start + part.repeat(25_000)).slice(0, 24_990) + end);
  for (const text of hostile) expect(countWeightedLength(text)).toBeGreaterThan(280);
  expect(explainTextProblem(".".repeat(100_000))).toBe(
    "must have a weight of at most 280, but has 100000 characters",
  );
}, 20_000);
