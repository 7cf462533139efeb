import { createHash } from "node:crypto";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { startSandboxConnects } from "../sandbox-connects.ts";

const under = startedForFile(startSandboxConnects);

beforeEach(() => under.sandbox.oauth.clear());

function hashOf(token: string, algorithm = "sha256"): string {
  const hash = createHash(algorithm).update(token).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/** Connects where the token address answers an `id_token` with these claims beside the usual ones. */
async function connectWith(
  kind: "mail_oauth_a" | "mail_oauth_b" | "network",
  claims: (token: string) => Record<string, unknown>,
  alg = "RS256",
) {
  const { oauth } = under.sandbox;
  oauth.script(`POST /${kind}/token`, () => {
    const access_token = oauth.tokens.issueAccess(kind);
    const aud = `sandbox-${kind}`;
    const payload = { aud, sub: "ada-0815", email: "ada@example.com", ...claims(access_token) };
    const parts = [{ alg }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
    return json({ access_token, expires_in: 3600, id_token: `${parts.join(".")}.sig` });
  });
  const { text } = await under.decide(kind, "allow", await under.createTenant(kind));
  return /(is|are) connected/.test(text) ? "connected" : text.includes("another sign-in") ? "refused" : text;
}

test.each([
  ["RS256", "sha256"],
  ["ES384", "sha384"],
  ["PS512", "sha512"],
  ["EdDSA", "sha512"],
])("an ID token signed by %s that names its access token is believed", async (alg, algorithm) => {
  const claims = (token: string) => ({ at_hash: hashOf(token, algorithm) });
  expect(await connectWith("mail_oauth_a", claims, alg)).toBe("connected");
});

test.each<[string, (token: string) => Record<string, unknown>, string?]>([
  ["no access token", () => ({})],
  ["another access token", () => ({ at_hash: hashOf("another") })],
  ["its access token in a form that is no hash", (token) => ({ at_hash: token })],
  ["its access token by the hash of another algorithm", (token) => ({ at_hash: hashOf(token, "sha512") })],
  ["its access token, under an algorithm without a hash", (token) => ({ at_hash: hashOf(token) }), "none"],
])("an ID token that names %s is refused", async (_what, claims, alg) => {
  expect(await connectWith("mail_oauth_a", claims, alg)).toBe("refused");
});

test.each(["mail_oauth_b", "network"] as const)(
  "%s, which sends no hash, is believed without one, and not with a wrong one",
  async (kind) => {
    expect(await connectWith(kind, () => ({}))).toBe("connected");
    expect(await connectWith(kind, () => ({ at_hash: hashOf("another") }))).toBe("refused");
  },
);
