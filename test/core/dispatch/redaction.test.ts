import { Secret } from "@plumbline/core/access/secret.ts";
import { redactText } from "@plumbline/core/dispatch/redaction.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("secrets of the call", () => {
  test("are taken out wherever they stand, as often as they stand there", () => {
    const said = "key q7!x$ is bad: q7!x$; (q7!x$)";
    expect(redactText(said, [new Secret("q7!x$")])).toBe("key [redacted] is bad: [redacted]; ([redacted])");
  });

  test("one that is a part of another leaves nothing of the longer one", () => {
    const secrets = [new Secret("hunter"), new Secret("a-hunter-b")];
    expect(redactText("hunter; a-hunter-b", secrets)).toBe("[redacted]; [redacted]");
  });

  test("a random token put anywhere into a random message never comes out, whole", () => {
    const printable = fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 80 });
    const token = printable.filter((text) => !"[redacted]".includes(text) && !text.includes("[redacted]"));
    const text = fc.string({ unit: "grapheme", maxLength: 900 });
    fc.assert(
      fc.property(token, fc.array(text, { maxLength: 4 }), (secret, parts) => {
        const said = [...parts, ""].join(secret);
        expect(redactText(said, [new Secret(secret)])).not.toContain(secret);
      }),
    );
  });
});

test("what could rewrite a terminal or turn a line round is a space", () => {
  expect(redactText("No\u001b[2Jsuch\r\nlist \u202egpj.exe\u0000")).toBe("No [2Jsuch list  gpj.exe ");
});

test.each([
  ["https://api.example/hook?key=abc&x=1 failed", "https://api.example/hook?[redacted] failed"],
  ["see (http://a.example/b#token=abc).", "see (http://a.example/b?[redacted]"],
  [
    '"https://a.example/?q=1" and "https://b.example/"',
    '"https://a.example/?[redacted]" and "https://b.example/"',
  ],
])("queries and fragments of URLs go: %s", (said, shown) => {
  expect(redactText(said)).toBe(shown);
});

test.each([
  "The channel does not exist, or this connection cannot see it. (channel_not_found)",
  "hooks.example:8443 answered 503.",
  "Several credentials fit: 1e7c8c9e-0a35-4f0e-8a57-1f8d55b1a001 (chatapp_bot, “Überraschung 🎉”)",
  "Use https://example.com/hook.",
])("a harmless text stays as it is: %s", (said) => {
  expect(redactText(said, [new Secret("not in there")])).toBe(said);
});

test("a provider's tirade is cut to 4,000 characters, after the secret was taken out", () => {
  const secret = "t0p-s3cret";
  for (const at of [0, 3_985, 3_990, 3_995, 3_999, 4_000, 5_000]) {
    const shown = redactText("x".repeat(at) + secret + "y".repeat(5_000), [new Secret(secret)]);
    expect(shown).toHaveLength(4_000);
    expect(shown).not.toContain("t0p");
  }
});

test("a secret with half a surrogate pair is taken out like any other", () => {
  const secret = new Secret("\ud800half-a-pair");
  expect(redactText(`it said \ud800half-a-pair.`, [secret])).toBe("it said [redacted].");
});
