import { Secret } from "@plumbline/core/access/secret.ts";
import { redactResult } from "@plumbline/core/dispatch/redaction.ts";
import { describe, expect, test } from "vitest";

const TOKEN = "Zx9-nothing_like";
const shown = (text: string, secret = TOKEN) => redactResult(text, [new Secret(secret)]);

/** First and last character of each range that is not seen, and those that stand alone. */
const UNSEEN = [
  0x00, 0x20, 0x7f, 0x80, 0x9f, 0xa0, 0xad, 0x34f, 0x1680, 0x180e, 0x2000, 0x200f, 0x2028, 0x202f, 0x205f,
  0x206f, 0x3000, 0xfe00, 0xfe0f, 0xfeff,
];
/** Their neighbours, which are seen. */
const SEEN = [
  0x21, 0x7e, 0xa1, 0xac, 0xae, 0x34e, 0x350, 0x167f, 0x1681, 0x1fff, 0x2010, 0x2027, 0x2030, 0x205e, 0x2070,
  0x2fff, 0x3001, 0xfdff, 0xfe10, 0xfefe, 0xff00,
];
const named = (code: number) =>
  [`U+${code.toString(16).padStart(4, "0")}`, String.fromCodePoint(code)] as const;
const between = (mark: string) => Array.from(TOKEN).join(mark);

describe.each(UNSEEN.map(named))("%s is not seen", (_name, mark) => {
  test("between the characters of a secret", () => {
    expect(shown(`it is ${between(mark)}!`)).toBe("it is [redacted]!");
  });

  test("between the base64 characters of a secret", () => {
    const base64 = Buffer.from(`it is ${TOKEN}`).toString("base64");
    expect(shown(`so: ${Array.from(base64).join(mark)}!`)).toContain("[redacted]");
  });
});

test.each([0x00, 0x0a, 0x20, 0x7f].map(named))(
  "%s between the characters of a secret is not seen in base64",
  (_name, mark) => {
    const base64 = Buffer.from(between(mark)).toString("base64");
    expect(shown(`so: ${base64}!`)).toContain("[redacted]");
  },
);

test.each(SEEN.map(named))("%s is seen, so that what stands around it is no secret", (_name, mark) => {
  expect(shown(`it is ${between(mark)}!`)).toBe(`it is ${between(mark)}!`);
});

test.each(["\ud800", "\udbff", "\udc00", "\udfff"])(
  "half a surrogate pair is written as encoders do",
  (half) => {
    const secret = `${half}pq${half}7${half}`;
    for (const how of ["base64", "hex"] as const) {
      const written = Buffer.from(secret).toString(how);
      expect(shown(`it is ${written} !`, secret)).not.toContain(written);
    }
    expect(shown(`it is ${secret} !`, secret)).toBe("it is [redacted] !");
  },
);

describe.each(["471108151234", "AbCdEfGhIjKl", "!?!?!?!?!?!?"])(
  "twelve characters %s in base64",
  (secret) => {
    test.each([0, 1, 2, 3, 4])("are found behind %i bytes that are no text", (count) => {
      const data = Buffer.concat([Buffer.alloc(count, 0xff), Buffer.from(secret), Buffer.alloc(4, 0xff)]);
      expect(shown(`it is ${data.toString("base64")} !`, secret)).toContain("[redacted]");
    });
  },
);

test("twelve characters of a secret go where the last of them is a blank", () => {
  expect(shown("it is cdefghijklm and so on", "abcdefghijklm ")).toBe("it is [redacted] and so on");
  expect(shown("it is defghijklm and so on", "abcdefghijklm ")).toBe("it is defghijklm and so on");
});

test("a short secret in data is found in its own case alone", () => {
  const hex = (text: string) => Buffer.from(text).toString("hex");
  expect(shown(`it is ${hex("q7!x$z")} !`, "q7!x$z")).toBe("it is [redacted] !");
  expect(shown(`it is ${hex("Q7!X$Z")} !`, "q7!x$z")).toBe(`it is ${hex("Q7!X$Z")} !`);
});
