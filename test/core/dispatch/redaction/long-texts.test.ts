import { Secret } from "@plumbline/core/access/secret.ts";
import { redactResult, redactText } from "@plumbline/core/dispatch/redaction.ts";
import { expect, test } from "vitest";

const TOKEN = "Zx9-nothing_like+a/token=4711";
const LONG = `${"ab".repeat(8_000)}c`;

/** Code that takes quadratic time would need minutes here, so the time limit of the test fails. */
test.each([
  ["http://"],
  ["http://a?#"],
  ["Bearer "],
  ["a"],
  ["eyJaaaaaaaa-"],
  ["eyJaaaaaaaa."],
  ["a@"],
  ["//user:pass@"],
  ["YW55dGhpbmcgYXQgYWxs"],
  ["6a0f"],
  ["%41%2"],
  ["\\u005c"],
  ["&amp;#38;"],
  ["sk-AQ-BSA-1//"],
  ["-----BEGIN PRIVATE KEY-----"],
  ["ababababababc"],
  [TOKEN.slice(0, 11)],
  [TOKEN],
])("a million characters of %s are read in a time that grows with them", { timeout: 30_000 }, (unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
  for (const token of [TOKEN, LONG]) {
    const secrets = [new Secret(token)];
    expect(redactResult(text, secrets)).not.toContain(token);
    expect(redactText(text, secrets).length).toBeLessThanOrEqual(4_000);
  }
});
