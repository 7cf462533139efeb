import { Secret } from "@plumbline/core/access/secret.ts";
import { redactResult, redactText } from "@plumbline/core/dispatch/redaction.ts";
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

describe("texts shaped like a token go, though nobody knows them", () => {
  test.each([
    `plk_${"A1-_".repeat(10)}abc`,
    `plo_${"A1-_".repeat(10)}abc`,
    "xoxb-123456789012-abcdefGHIJ",
    "xoxp-123456789012-abcdefGHIJ",
    "xoxe-1-My0xLTEyMzQ1",
    "xapp-1-A0123-456-deadbeef",
    "ntn_12345678901AbCdEf",
    "secret_AbCdEf0123456789",
    "lin_api_0123456789abcdef",
    "lin_oauth_0123456789abcdef",
    "pat-na1-01234567-89ab-cdef",
    "ya29.a0AfB_byC-1234567",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN",
  ])("%s", (token) => {
    expect(redactText(`Your token ${token} is bad.`)).toBe("Your token [redacted] is bad.");
    expect(redactText(`{"token":"${token}"}`)).toBe('{"token":"[redacted]"}');
    expect(redactText(`token=${token}`)).toBe("token=[redacted]");
  });

  test.each([
    ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [redacted]"],
    ["authorization: basic dXNlcjpwYXNzd29yZA==", "authorization: basic [redacted]"],
  ])("%s", (said, shown) => {
    expect(redactText(said)).toBe(shown);
  });
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

describe("a secret that is not written as it is", () => {
  const secret = new Secret('pa"ss/wörd 1234');

  test.each([
    ["escaped in JSON", JSON.stringify({ echo: secret.reveal() })],
    ["encoded in a URL", `token=${encodeURIComponent(secret.reveal())}`],
    ["cut off at the end of a long answer", `${"x".repeat(9_000)}pa"ss/wö`],
  ])("%s is taken out of a result", (_how, text) => {
    expect(redactResult(text, [secret])).toContain("[redacted]");
    expect(redactResult(text, [secret])).not.toMatch(/pa\\?"ss|pa%22ss/);
  });

  test("a megabyte of what looks like URLs and tokens is read no further than it is shown", () => {
    const text = redactText(`${"http://".repeat(100_000)}${"eyJaaaaaaaa-".repeat(50_000)}`);
    expect(text.length).toBeLessThanOrEqual(4_000);
  });
});

test("a secret with half a surrogate pair is taken out like any other", () => {
  const secret = new Secret("\ud800half-a-pair");
  expect(redactText(`it said \ud800half-a-pair.`, [secret])).toBe("it said [redacted].");
});
