import "../../property-seed.ts";
import {
  findLargeNumber,
  mendJson,
  mendText,
  parseJson,
  parseRequestJson,
} from "@plumbline/core/text/parse-json.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

test.each([
  ["an id of 19 digits", '{"id":1234567890123456789}', { id: "1234567890123456789" }],
  ["one above the last safe number", "[9007199254740993]", ["9007199254740993"]],
  ["a negative one", "[-1234567890123456789]", ["-1234567890123456789"]],
  ["the whole document", "12345678901234567", "12345678901234567"],
  ["behind white space of every kind", "[ \t\r\n12345678901234567 ]", ["12345678901234567"]],
  ["400 digits", `[${"9".repeat(400)}]`, ["9".repeat(400)]],
  ["a whole number with a point", "[12345678901234567890.0]", ["12345678901234567890.0"]],
  ["a whole number with an exponent", "[1.2345678901234567891e19]", ["1.2345678901234567891e19"]],
  ["several, deep", '{"a":[{"b":12345678901234567},1]}', { a: [{ b: "12345678901234567" }, 1] }],
  [
    "beside texts with quotes",
    String.raw`{"\"":"\\\"1","n":12345678901234567}`,
    { '"': '\\"1', n: "12345678901234567" },
  ],
])("a whole number that a double cannot hold stays as its text: %s", (_what, text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test.each([
  "[9007199254740991, -9007199254740991, 9007199254740992, 1234567890123456800]",
  "[1e400, -1E+400]",
  "[0, -0, 0.0, 1e5, 1E+22, 10000000000000000000000, 1e308, 1e-400]",
  "[0.12345678901234567890, 3.141592653589793238, 1234567890.123456789, 5e-324]",
  '["1234567890123456789", "id 1234567890123456789, end", "[1e400]", "12345678901234567890.0"]',
  '{"1234567890123456789": 1, "a 1234567890123456789 b": [1e400e]}'
    .replace("e]", "]")
    .replace("1e400", "1e40"),
  String.raw`["\\\\", "\\u0000", "\\ud83d", "\ud83d\ude00", "\u00e9\t\n\r\/\"", "\\\" 12345678901234567 "]`,
])("whatever a double holds, and digits in a text, are what JSON.parse makes of them: %s", (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each([
  "",
  "{",
  "[1,]",
  "[012345678901234567]",
  "{12345678901234567:1}",
  String.raw`[1,\b2]`,
  '"\u0001"',
])("what is no JSON is refused as JSON.parse refuses it: %s", (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test.each([
  ["a high half", String.raw`"cut \ud83d"`, "cut \ufffd"],
  ["a low half", String.raw`"\uDE00 cut"`, "\ufffd cut"],
  ["halves in the wrong order", String.raw`"\ude00\ud83d"`, "\ufffd\ufffd"],
  ["two high halves and a low one", String.raw`"\ud83d\ud83d\ude00"`, "\ufffd😀"],
  ["a low half behind a text like a high one", String.raw`"\\ud83d\ude00"`, "\\ud83d\ufffd"],
  ["a half behind an escaped backslash", String.raw`"\\\ud83d"`, "\\\ufffd"],
  ["a half that is not escaped", '"cut \ud83d"', "cut \ufffd"],
  ["controls", String.raw`"a\u0000b\u0008c\bd\fe\u001Ff\u000bg"`, "abcdefg"],
  ["controls that JSON allows", String.raw`"a\u0009b\u000Ac\u000d"`, "a\tb\nc\r"],
])("a text is well formed: %s", (_what, text, value) => {
  expect(parseJson(text)).toBe(value);
});

test("keys are well formed too", () => {
  expect(parseJson(String.raw`{"k\u0000\ud83d": 1, "\u0000": 12345678901234567}`)).toEqual({
    "k\ufffd": 1,
    "": "12345678901234567",
  });
});

test("a text that begins with NUL is no number", () => {
  expect(parseJson(String.raw`["\u00007", 12345678901234567]`)).toEqual(["7", "12345678901234567"]);
});

test("bytes are read as UTF-8, wherever they lie in memory", () => {
  const text = '{"é":[1,12345678901234567,"日本"]}';
  for (let offset = 0; offset < 4; offset += 1) {
    const room = Buffer.alloc(100);
    const length = room.write(text, offset);
    expect(parseJson(room.subarray(offset, offset + length))).toEqual({
      é: [1, "12345678901234567", "日本"],
    });
  }
});

test("of a request such a number stays one, and is found", () => {
  expect(findLargeNumber(parseRequestJson('{"a":{"b":[1,12345678901234567]}}'))).toBe("a.b.1");
  expect(findLargeNumber(parseRequestJson('{"a":{"b":[1,9007199254740992]}}'))).toBe("a.b.1");
  expect(findLargeNumber(parseRequestJson('{"a":{"b":[1,-1e400]}}'))).toBe("a.b.1");
  expect(findLargeNumber({ a: [1, 0.5, 9007199254740991, "12345678901234567"] })).toBeUndefined();
  expect(parseRequestJson(String.raw`"\u0000\ud83d"`)).toBe("\ufffd");
});

test("who reads it is given the digits of each such number", () => {
  const digits: string[] = [];
  parseJson('{"a":[1,12345678901234567,0.5],"b":-12345678901234569}', (found) => digits.push(found));
  expect(digits).toEqual(["12345678901234567", "-12345678901234569"]);
});

test("nesting costs no stack", () => {
  const deep = `${"[".repeat(200_000)}12345678901234567,"\\b"${"]".repeat(200_000)}`;
  expect(() => parseJson(deep)).not.toThrow();
  expect(findLargeNumber(parseRequestJson(deep))).toMatch(/^0\.0\.0/);
});

test("a key __proto__ stays a key", () => {
  const value = parseJson('{"__proto__":12345678901234567}');
  expect(Object.entries(Object(value))).toEqual([["__proto__", "12345678901234567"]]);
});

const odd = fc.constantFrom(
  "\ud83d",
  "\ude00",
  "\0",
  "\b",
  "\f",
  "\u001f",
  "\\",
  '"',
  "1234567890123456789",
  "😀",
  "a",
);
const oddText = fc.array(odd, { maxLength: 6 }).map((parts) => parts.join(""));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
);

test("for any value, the result is the value with its texts mended", () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      number,
      oddText,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(oddText, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
      // -0 is written as 0.
      const written = JSON.stringify(value, undefined, indent);
      expect(parseJson(written)).toEqual(mendJson(JSON.parse(written)));
    }),
    { numRuns: 500 },
  );
});

test("any whole number is written again with the digits that it had", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n - 10n ** 21n, max: 10n ** 21n - 1n }), fc.nat(6), (value, blanks) => {
      const read = parseJson(`[${" ".repeat(blanks)}${value}]`);
      expect(String(read)).toBe(String(value));
    }),
    { numRuns: 2_000 },
  );
});

test("mendJson reaches into keys and lists", () => {
  expect(mendJson({ "a\0": ["x\ud83d", 1] })).toEqual({ a: ["x\ufffd", 1] });
  expect(mendText("a\0\u001b[1m\ud83d")).toBe("a[1m\ufffd");
});

test("mendJson copies only what it changes", () => {
  const fine = { a: ["x\t\u007f\u009f", { b: null }] };
  expect(mendJson(fine)).toBe(fine);
  const bad = { a: { b: "\u001f" } };
  expect(mendJson(bad)).toEqual({ a: { b: "" } });
  expect(bad).toEqual({ a: { b: "\u001f" } });
});
