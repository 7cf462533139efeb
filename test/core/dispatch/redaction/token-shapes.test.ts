import { keepLoggable, redactText } from "@plumbline/core/dispatch/redaction.ts";
import { describe, expect, test } from "vitest";

const letters = (length: number) => "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z".repeat(20).slice(0, length);
/** Put together here, so that nobody who looks for leaked keys finds one in this file. */
const key = (prefix: string, length: number) => prefix + letters(length);

const TOKENS: readonly [whose: string, token: string][] = [
  ["ours", key("plk_", 43)],
  ["ours, of an operator", key("plo_", 43)],
  ["ours, of a session", key("pls_", 43)],
  ["a signing secret", key("whsec_", 32)],
  ["OpenAI", key("sk-", 48)],
  ["OpenAI, of a project", key("sk-proj-", 120)],
  ["Anthropic", key("sk-ant-api03-", 95)],
  ["GitHub, personal", key("ghp_", 36)],
  ["GitHub, OAuth", key("gho_", 36)],
  ["GitHub, of a user", key("ghu_", 36)],
  ["GitHub, of a server", key("ghs_", 36)],
  ["GitHub, for refreshing", key("ghr_", 36)],
  ["GitHub, fine-grained", key("github_pat_", 82)],
  ["AWS, key id", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["AWS, key id for a session", `ASIA${"IOSFODNN7EXAMPLE"}`],
  ["Google, API key", key("AIza", 35)],
  ["Google, access token", key("ya29.a0", 200)],
  ["Google, client secret", key("GOCSPX-", 28)],
  ["Google, refresh token", key("1//0", 60)],
  ["X, OAuth 1.0a", `1234567890123456789-${letters(40)}`],
  ["X, of an app", `${"A".repeat(21)}${letters(80)}`],
  ["X, OAuth 2.0", Buffer.from(`${letters(44)}:1700000000000:1:1:at:1`).toString("base64url")],
  ["X, for refreshing", Buffer.from(`${letters(43)}:1700000000000:1:1:rt:1`).toString("base64url")],
  ["LinkedIn", key("AQX", 340)],
  ["Tavily", key("tvly-dev-", 32)],
  ["Brave", key("BSA", 28)],
  ["Slack, bot", key("xoxb-123456789012-", 24)],
  ["Slack, rotating", key("xoxe.xoxp-1-", 80)],
  ["Slack, app", key("xapp-1-A0123-456-", 40)],
  ["HubSpot", "pat-na1-01234567-89ab-cdef-0123-456789abcdef"],
  ["Notion", key("ntn_", 46)],
  ["Notion, the older form", key("secret_", 43)],
  ["Linear", key("lin_api_", 40)],
  ["Linear, OAuth", key("lin_oauth_", 40)],
  ["Stripe", key("sk_live_", 24)],
  ["GitLab", key("glpat-", 20)],
  ["a JSON web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN"],
];

describe.each(TOKENS)("a token of %s", (_whose, token) => {
  test("goes, though nobody knows it", () => {
    expect(redactText(`Your token ${token} is bad.`)).toBe("Your token [redacted] is bad.");
    expect(redactText(`{"token":"${token}"}`)).toBe('{"token":"[redacted]"}');
    expect(redactText(`token=${token}&x=1`)).toBe("token=[redacted]&x=1");
  });

  test("is no id for the log, nor is its encoding", () => {
    expect(keepLoggable(token, [])).toBeUndefined();
    const start = Buffer.from(token).subarray(0, 40);
    for (const how of ["base64", "base64url", "hex"] as const)
      if (token.length <= 40) expect(keepLoggable(start.toString(how), [])).toBeUndefined();
  });
});

const PEM = [
  "-----BEGIN RSA PRIVATE KEY-----",
  letters(64),
  letters(64),
  "-----END RSA PRIVATE KEY-----",
].join("\n");

test.each([
  ["postgres://ada:s3cret@db.example:5432/x failed", "postgres://[redacted]@db.example:5432/x failed"],
  ["see https://:s3cret@host.example/a", "see https://[redacted]@host.example/a"],
  ["see https://ada:p@ss@host.example/a", "see https://[redacted]@host.example/a"],
  [`git clone https://${letters(30)}@host.example/a`, "git clone https://[redacted]@host.example/a"],
  ["//ada:s3cret@host.example/a", "//[redacted]@host.example/a"],
  ["https://hooks.slack.com/services/T0/B0/abc is gone", "https://hooks.slack.com/[redacted] is gone"],
  ["https://discord.com/api/webhooks/1/abc is gone", "https://discord.com/[redacted] is gone"],
  [`aws_secret_access_key = ${letters(40)}`, "aws_secret_access_key = [redacted]"],
  [`{"SecretAccessKey":"${letters(40)}"}`, '{"SecretAccessKey":"[redacted]"}'],
  [`key: ${PEM} end`, "key: [redacted] end"],
  [`key: ${PEM.slice(0, 90)}`, "key: [redacted]"],
  ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [redacted]"],
  ["authorization: basic dXNlcjpwYXNzd29yZA==", "authorization: basic [redacted]"],
])("%s", (said, shown) => {
  expect(redactText(said)).toBe(shown);
});

test.each([
  "1e7c8c9e-0a35-4f0e-8a57-1f8d55b1a001",
  "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "20260101-da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "2026-01-01T00:00:00.000Z, 2026-01-01T01:00:00+01:00",
  "https://example.com/a/1//b, ssh://git@host.example/x, mailto:ada@example.com",
  "Basic authentication is required; Bearer authentication is not.",
  'WWW-Authenticate: Bearer realm="example"',
  "secret_manager_name, secret_access_denied and secret_key are names.",
  "A pat-on-the-back, a task-oriented desk-top, sk-learn-is-a-library, risk-management-board-2.",
  "The BSA, the AKIA region and AIza are short.",
  "arn:aws:iam::123456789012:role/deploy, urn:li:share:6844785523593134080",
  "Ada wrote to ada@example.com at 12:30, twice.",
  "user:name@host is no URL",
  "C0GENERAL 1712345678.000100 AQAB 1//2",
])("innocent: %s", (said) => {
  expect(redactText(said)).toBe(said);
});

test.each([
  "1e7c8c9e-0a35-4f0e-8a57-1f8d55b1a001",
  "Root=1-67891233-abcdef012345678912345678",
  "4d9f3c0b7a6e5d4c3b2a190817263544",
  "urn:li:share:6844785523593134080",
  "AAYvKq9zTrWcVY2l0Wq5yA==",
  "8c5f2a7b9d3e1f60-IAD",
  "channel_not_found",
  "x".repeat(64),
])("an id for the log: %s", (id) => {
  expect(keepLoggable(id, [])).toBe(id);
});

test("a user of up to 19 characters names a service; a longer one may be a token", () => {
  const git = (length: number) => `ssh://${"u".repeat(length)}@host.example/x`;
  expect(redactText(git(19))).toBe(git(19));
  expect(redactText(git(20))).toBe("ssh://[redacted]@host.example/x");
});

test("no id for the log: more than 64 characters", () => {
  expect(keepLoggable("x".repeat(65), [])).toBeUndefined();
});
