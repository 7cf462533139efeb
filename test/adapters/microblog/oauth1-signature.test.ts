import { Secret } from "@plumbline/core/access/secret.ts";
import { isSignedWith, oauth1Parameters } from "@plumbline/sandbox/microblog/authenticate.ts";
import { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signOauth1 } from "../../../packages/adapters/microblog/authorization.ts";

/** The example of the provider's page "Creating a signature": a form and a query, both signed. */
const secrets = {
  consumer_key: new Secret("xvz1evFS4wEEPTGEFPHBog"),
  consumer_secret: new Secret("kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"),
  access_token: new Secret("370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"),
  access_token_secret: new Secret("LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"),
};
const once = { nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1318622958 };
const form = { status: "Hello Ladies + Gentlemen, a signed OAuth request!" };

test.each([
  ["1", "tnnArxj06cWHq44gCs1OSKk%2FjLY%3D"],
  ["1.1", "hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"],
])("the provider's example, version %s of its address", (version, signature) => {
  const url = new URL(`https://api.twitter.com/${version}/statuses/update.json?include_entities=true`);
  expect(signOauth1({ method: "POST", url, form }, secrets, once)).toBe(
    `OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="${once.nonce}", ` +
      'oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", ' +
      `oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0", oauth_signature="${signature}"`,
  );
});

test("whatever is signed, the sandbox finds signed well by its own reading of RFC 5849", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const keys = {
    account: "plumbline",
    consumerKey: secrets.consumer_key.reveal(),
    consumerSecret: secrets.consumer_secret.reveal(),
    accessToken: secrets.access_token.reveal(),
    accessTokenSecret: secrets.access_token_secret.reveal(),
    permission: "read",
  } as const;
  const isSigned = (query: [string, string][], fields: Record<string, string>) => {
    const url = new URL(`https://microblog.example/2/things?${new URLSearchParams(query)}`);
    const authorization = signOauth1({ method: "POST", url, form: fields }, secrets, once);
    const headers = { host: url.host, "content-type": "application/x-www-form-urlencoded" };
    const head = { method: "POST", url: url.pathname + url.search, headers };
    const request = new RecordedRequest(head, Buffer.from(new URLSearchParams(fields).toString()));
    return isSignedWith(request, oauth1Parameters(authorization) ?? new Map(), keys);
  };
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), fc.dictionary(text, text), isSigned),
    {
      numRuns: 500,
      seed: 7,
      examples: [
        [
          [
            ["a", "2"],
            ["a1", "1"],
            ["a", "1"],
          ],
          { "a-": "!'()*" },
        ],
      ],
    },
  );
});
