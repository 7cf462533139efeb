import { beforeEach, describe, expect, test, vi } from "vitest";
import type { TokenVerifier } from "../../../packages/core/access/token-verifier.ts";
import {
  type IssuerKey,
  makeIssuerKey,
  signToken,
  startScriptedIssuer,
} from "../../support/scripted-issuer.ts";
import { startedForEach } from "../../support/started.ts";
import { startVerifier } from "./verifier-under-test.ts";

const MINUTE = 60_000;
const DOCUMENTS = ["/.well-known/openid-configuration", "/keys"];
const first = makeIssuerKey("first");
const second = makeIssuerKey("second");

let verifier: TokenVerifier;

const under = startedForEach(() => startVerifier(first));

beforeEach(() => {
  verifier = under.verifier();
});

/** Sends a token that the key signed; answers with the code of its refusal, or `ok`. */
async function outcomeOf(key: IssuerKey, header: Record<string, unknown> = {}): Promise<string> {
  try {
    await verifier.verify(signToken(key, under.claims(), header));
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : expect.fail(String(error));
  }
}

describe("the issuer's keys", () => {
  test("are fetched once for many tokens", async () => {
    for (let sent = 0; sent < 5; sent++) expect(await outcomeOf(first)).toBe("ok");
    expect(under.issuer.asked).toEqual(DOCUMENTS);
  });

  test("are fetched once for many tokens that come at the same time", async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(first)));
    expect(new Set(outcomes)).toEqual(new Set(["ok"]));
    expect(under.issuer.asked).toEqual(DOCUMENTS);
  });

  test("are fetched anew for a token with a key that was published since", async () => {
    await outcomeOf(first);
    under.issuer.published = [first, second];
    under.clock.advance(MINUTE);
    expect(await outcomeOf(second)).toBe("ok");
    expect(await outcomeOf(first)).toBe("ok");
    expect(under.issuer.asked).toEqual([...DOCUMENTS, ...DOCUMENTS]);
  });

  test("are fetched at most once in 30 seconds for tokens with unknown keys, however many come", async () => {
    await outcomeOf(first);
    const flood = async () =>
      Promise.all(Array.from({ length: 30 }, (_, index) => outcomeOf(second, { kid: `unknown ${index}` })));
    under.clock.advance(MINUTE);
    for (let wave = 0; wave < 3; wave++) expect(new Set(await flood())).toEqual(new Set(["unauthenticated"]));
    expect(under.issuer.asked).toEqual([...DOCUMENTS, ...DOCUMENTS]);
    under.clock.advance(29_000);
    await flood();
    expect(under.issuer.asked).toHaveLength(4);
    under.clock.advance(1_000);
    await flood();
    expect(under.issuer.asked).toHaveLength(6);
  });

  test("count for ten minutes after the issuer withdrew them, and no longer", async () => {
    await outcomeOf(first);
    under.issuer.published = [second];
    under.clock.advance(10 * MINUTE - 1);
    expect(await outcomeOf(first)).toBe("ok");
    under.clock.advance(1);
    expect(await outcomeOf(first)).toBe("unauthenticated");
    expect(await outcomeOf(second)).toBe("ok");
  });
});

describe("an issuer that is down", () => {
  test.each(["failing", "closed"])("(%s) has its known keys count for an hour, then 503", async (how) => {
    await outcomeOf(first);
    if (how === "failing") under.issuer.mode = "failing";
    else await under.issuer.close();
    under.clock.advance(60 * MINUTE - 1);
    expect(await outcomeOf(first)).toBe("ok");
    expect(await outcomeOf(foreign())).toBe("unauthenticated");
    under.clock.advance(1);
    expect(await outcomeOf(first)).toBe("unavailable");
    expect(await outcomeOf(second)).toBe("unavailable");
  });

  test("is 503 for a key that is not known, which it might have", async () => {
    await outcomeOf(first);
    under.issuer.mode = "failing";
    under.clock.advance(MINUTE);
    expect(await outcomeOf(second)).toBe("unavailable");
    expect(await outcomeOf(first)).toBe("ok");
  });

  test("is asked again after ten seconds, and not before", async () => {
    under.issuer.mode = "failing";
    for (let sent = 0; sent < 20; sent++) expect(await outcomeOf(first)).toBe("unavailable");
    expect(under.issuer.asked).toEqual(["/.well-known/openid-configuration"]);
    under.issuer.mode = "well";
    under.clock.advance(9_999);
    expect(await outcomeOf(first)).toBe("unavailable");
    under.clock.advance(1);
    expect(await outcomeOf(first)).toBe("ok");
    expect(under.logged).toEqual([
      expect.objectContaining({
        level: "warn",
        event: "issuer_keys_failed",
        error_code: "issuer_unreachable",
      }),
    ]);
  });

  test("is waited for five seconds", async () => {
    under.issuer.mode = "hanging";
    const outcome = outcomeOf(first);
    await vi.waitUntil(() => under.issuer.asked.length > 0);
    under.clock.advance(5_000);
    expect(await outcome).toBe("unavailable");
    expect(under.logged).toEqual([expect.objectContaining({ error_code: "issuer_unreachable" })]);
  });

  test("serves all that waited for it once it answers", async () => {
    under.issuer.mode = "hanging";
    const outcomes = Promise.all(Array.from({ length: 20 }, () => outcomeOf(first)));
    await vi.waitUntil(() => under.issuer.asked.length > 0);
    under.issuer.release();
    expect(new Set(await outcomes)).toEqual(new Set(["ok"]));
    expect(under.issuer.asked).toEqual(DOCUMENTS);
  });
});

describe("metadata", () => {
  test.each<[string, Record<string, unknown>]>([
    ["of another issuer", { issuer: "https://other.test" }],
    ["without an issuer", { issuer: undefined }],
    ["without an address of keys", { jwks_uri: undefined }],
    ["with keys at an address that is no http", { jwks_uri: "file:///etc/passwd" }],
    ["with an address of keys that is a number", { jwks_uri: 7 }],
  ])("%s is refused as 503", async (_what, metadata) => {
    under.issuer.metadata = metadata;
    expect(await outcomeOf(first)).toBe("unavailable");
    expect(under.issuer.asked).not.toContain("/keys");
    expect(under.logged).toEqual([expect.objectContaining({ error_code: "issuer_metadata_wrong" })]);
  });

  test("that names keys at another host is followed to public hosts alone", async () => {
    const inside = await startScriptedIssuer(first);
    under.issuer.metadata = { jwks_uri: `${inside.url}/keys` };
    expect(await outcomeOf(first)).toBe("unavailable");
    expect(inside.asked).toEqual([]);
    await inside.close();
  });

  test("may stand where RFC 8414 puts it, the issuer's path behind", async () => {
    const issuer = `${under.issuer.url}/realms/one`;
    under.issuer.metadataPath = "/.well-known/oauth-authorization-server/realms/one";
    under.issuer.metadata = { issuer };
    const token = signToken(first, under.claims({ iss: issuer }));
    expect(await under.verifier({ issuer }).verify(token)).toMatchObject({ subject: "ada" });
    expect(under.issuer.asked).toEqual([
      "/realms/one/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/realms/one",
      "/keys",
    ]);
  });

  test("of an issuer with a slash at its end is looked for without a second one", async () => {
    const issuer = `${under.issuer.url}/`;
    under.issuer.metadata = { issuer };
    const token = signToken(first, under.claims({ iss: issuer }));
    expect(await under.verifier({ issuer }).verify(token)).toMatchObject({ subject: "ada" });
  });
});

describe("a key set", () => {
  test.each([
    ["that is no set", { error: "no" }],
    ["of words", { keys: ["first"] }],
    ["that is a list", [first.jwk]],
  ])("%s is 503", async (_what, keySet) => {
    under.issuer.keySet = keySet;
    expect(await outcomeOf(first)).toBe("unavailable");
    expect(under.logged).toEqual([expect.objectContaining({ error_code: "issuer_keys_wrong" })]);
  });

  test("may hold keys that are damaged or of kinds that are not known", async () => {
    const damaged = { ...second.jwk, x: "AAAA" };
    under.issuer.keySet = { keys: [damaged, { kty: "future", kid: "x" }, first.jwk] };
    expect(await outcomeOf(first)).toBe("ok");
    expect(await outcomeOf(second)).toBe("unauthenticated");
  });

  test("of more than 256 KiB is not read", async () => {
    under.issuer.keySet = { keys: [{ ...first.jwk, padding: "a".repeat(300_000) }] };
    expect(await outcomeOf(first)).toBe("unavailable");
  });
});

/** Another key under the name of a known one. */
function foreign(): IssuerKey {
  return { ...second, kid: "first" };
}
