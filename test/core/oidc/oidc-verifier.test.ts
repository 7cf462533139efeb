import { describe, expect, test } from "vitest";
import { makeIssuerKey, signToken, startScriptedIssuer } from "../../support/scripted-issuer.ts";
import { startedForEach } from "../../support/started.ts";
import { AUDIENCE, START, startVerifier } from "./verifier-under-test.ts";

const first = makeIssuerKey("first");
const second = makeIssuerKey("second", "RS256");
const third = makeIssuerKey("third", "EdDSA");
const foreign = makeIssuerKey("first");

const under = startedForEach(() => startVerifier(first));

const claims = (changed: Record<string, unknown> = {}) => under.claims(changed);

const refused = (message: string | RegExp) =>
  expect.objectContaining({ code: "unauthenticated", message: expect.stringMatching(message) });

describe("a token that counts", () => {
  test.each([first, second, third])(
    "signed with $algorithm says who calls and what they may",
    async (key) => {
      under.issuer.published = [first, second, third];
      expect(await under.verifier().verify(signToken(key, claims()))).toEqual({
        tenant: "tenant-1",
        subject: "ada",
        scopes: new Set(["tools:call"]),
      });
    },
  );

  test.each([
    ["scope, known ones alone", { scope: "openid tools:read agent admin" }, ["agent", "tools:read"]],
    ["scp as a list", { scope: undefined, scp: ["audit:read"] }, ["audit:read"]],
    ["scp as words", { scope: undefined, scp: "research audit:read" }, ["audit:read", "research"]],
    ["the grant of approvals when it is named", { scope: "approvals:grant" }, ["approvals:grant"]],
    ["nothing when none is ours", { scope: "openid profile" }, []],
    ["nothing when the claim is empty", { scope: "" }, []],
    ["nothing when the claim is of a wrong type", { scope: 7 }, []],
    [
      "an agent's when there is no such claim",
      { scope: undefined },
      ["agent", "research", "tools:call", "tools:read"],
    ],
  ])("has the scopes of %s", async (_what, changed, expected) => {
    const { scopes } = await under.verifier().verify(signToken(first, claims(changed)));
    expect([...scopes].sort()).toEqual(expected);
  });

  test.each([
    ["one audience of several", { aud: ["https://other.test", AUDIENCE] }],
    ["a clock of the issuer that is a minute ahead", { iat: START + 60, nbf: START + 60 }],
    ["an expiry less than a minute ago", { exp: START - 59 }],
    ["no time of issue", { iat: undefined }],
  ])("may have %s", async (_what, changed) => {
    expect((await under.verifier().verify(signToken(first, claims(changed)))).subject).toBe("ada");
  });

  test.each([undefined, "JWT", "jwt", "at+jwt", "application/at+jwt"])("may have the typ %s", async (typ) => {
    expect((await under.verifier().verify(signToken(first, claims(), { typ }))).subject).toBe("ada");
  });

  test("names its tenant by the claim that the operator chose", async () => {
    const verifier = under.verifier({ tenantClaim: "https://example.com/tenant" });
    const token = signToken(first, claims({ "https://example.com/tenant": "tenant-2" }));
    expect((await verifier.verify(token)).tenant).toBe("tenant-2");
  });

  test("counts by the last of two claims of one name, as RFC 7519 has it", async () => {
    const text = JSON.stringify(claims()).replace(/}$/, ',"tenant_id":"tenant-2"}');
    expect((await under.verifier().verify(signToken(first, text))).tenant).toBe("tenant-2");
  });
});

describe("a token is refused", () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ["for another audience", { aud: "https://other.test" }, /\(aud\)/],
    ["for an audience that only begins so", { aud: `${AUDIENCE}.example` }, /\(aud\)/],
    ["without an audience", { aud: undefined }, /\(aud\)/],
    ["of another issuer", { iss: "https://other.test" }, /\(iss\)/],
    ["without an issuer", { iss: undefined }, /\(iss\)/],
    ["that expired a minute ago", { exp: START - 60 }, /has expired/],
    ["without an expiry", { exp: undefined }, /\(exp\)/],
    ["with an expiry in words", { exp: "tomorrow" }, /\(exp\)/],
    ["that is not valid yet", { nbf: START + 61 }, /\(nbf\)/],
    ["that was issued in the future", { iat: START + 61 }, /\(iat\)/],
    ["with a time of issue in words", { iat: "now" }, /wrong type/],
    ["without a subject", { sub: undefined }, /\(sub\)/],
    ["with a subject that is a number", { sub: 7 }, /\(sub\)/],
    ["with a subject of 256 characters", { sub: "a".repeat(256) }, /\(sub\)/],
    ["without a tenant", { tenant_id: undefined }, /the claim tenant_id/],
    ["with two tenants", { tenant_id: ["tenant-1", "tenant-2"] }, /the claim tenant_id/],
    ["with a tenant that is an object", { tenant_id: { id: "tenant-1" } }, /the claim tenant_id/],
    ["that is an ID token", { at_hash: "x" }, /ID token/],
    ["that is bound to a key", { cnf: { jkt: "x" } }, /bound to a key/],
  ])("%s", async (_what, changed, message) => {
    await expect(under.verifier().verify(signToken(first, claims(changed)))).rejects.toEqual(
      refused(message),
    );
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ["without a signature (none)", { alg: "none" }, /algorithm/],
    ["signed with the public key as an HMAC secret", { alg: "HS256" }, /algorithm/],
    ["that says another algorithm than its key's", { alg: "RS256" }, /does not have/],
    ["of another use", { typ: "logout+jwt" }, /\(typ\)/],
    ["with an extension that must be understood", { crit: ["b64"], b64: false }, /cannot be read/],
  ])("%s", async (_what, header, message) => {
    const token = signToken({ ...first, algorithm: "ES256" }, claims(), header);
    await expect(under.verifier().verify(token)).rejects.toEqual(refused(message));
  });

  test("signed by somebody else under a known kid", async () => {
    await expect(under.verifier().verify(signToken(foreign, claims()))).rejects.toEqual(
      refused("not signed by the issuer"),
    );
  });

  test("that brings its own key or says where one is", async () => {
    const elsewhere = await startScriptedIssuer(foreign);
    const header = {
      jwk: foreign.jwk,
      jku: `${elsewhere.url}/keys`,
      x5u: `${elsewhere.url}/certificate`,
      kid: `${elsewhere.url}/keys`,
    };
    await expect(under.verifier().verify(signToken(foreign, claims(), header))).rejects.toEqual(
      refused("does not have"),
    );
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  test("of which one letter was changed", async () => {
    const [header, payload, signature] = signToken(first, claims()).split(".");
    const other = Buffer.from(JSON.stringify(claims({ tenant_id: "tenant-2" }))).toString("base64url");
    expect(other).not.toBe(payload);
    await expect(under.verifier().verify(`${header}.${other}.${signature}`)).rejects.toEqual(
      refused("not signed by the issuer"),
    );
  });

  test.each(["eyJ.eyJ.", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "eyJhbGciOiJFUzI1NiJ9.eyJ9.!"])(
    "that is no token: %s",
    async (token) => {
      await expect(under.verifier().verify(token)).rejects.toEqual(refused("This token"));
    },
  );

  test("of 100 kB, before anything is asked or computed", async () => {
    const token = signToken(first, claims({ padding: "a".repeat(100_000) }));
    await expect(under.verifier().verify(token)).rejects.toEqual(refused("longer than 8192 characters"));
    expect(under.issuer.asked).toEqual([]);
  });

  test("without a kid where several keys fit", async () => {
    const other = makeIssuerKey("other");
    under.issuer.published = [first, other];
    await expect(under.verifier().verify(signToken(first, claims(), { kid: undefined }))).rejects.toEqual(
      refused("which of the issuer's keys"),
    );
  });

  test("signed with a key that the issuer has for another use", async () => {
    under.issuer.published = [{ ...first, jwk: { ...first.jwk, use: "enc" } }];
    await expect(under.verifier().verify(signToken(first, claims()))).rejects.toEqual(
      refused("does not have"),
    );
  });

  test("signed with a published secret", async () => {
    under.issuer.keySet = { keys: [{ kty: "oct", k: "c2VjcmV0", kid: "first", alg: "HS256" }] };
    await expect(under.verifier().verify(signToken(first, claims(), { alg: "HS256" }))).rejects.toEqual(
      refused("algorithm"),
    );
  });
});

describe("no message repeats", () => {
  test("what a token holds", async () => {
    const token = signToken(first, claims({ aud: "very-secret-audience", sub: "very-secret-person" }));
    await expect(under.verifier().verify(token)).rejects.not.toThrow("very-secret");
    expect(JSON.stringify(under.logged)).not.toContain("very-secret");
  });
});
