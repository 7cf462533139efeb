import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Algorithm = "RS256" | "ES256" | "EdDSA" | "HS256" | "none";

/** A signing key of the issuer. */
export interface IssuerKey {
  kid: string;
  algorithm: "RS256" | "ES256" | "EdDSA";
  privateKey: KeyObject;
  /** The published form. */
  jwk: Record<string, unknown>;
}

/**
 * An OIDC issuer on loopback that responds as the test specifies. Signs tokens with Node's own cryptography.
 */
export interface ScriptedIssuer {
  /** The issuer's name, which is also its address. */
  url: string;
  /** The published keys. Change this to rotate them. */
  published: IssuerKey[];
  /** Response to the next requests: the documents, a failure, or no response. */
  mode: "well" | "failing" | "hanging";
  /** Overrides of metadata fields. */
  metadata: Record<string, unknown>;
  /** Path of the metadata. */
  metadataPath: string;
  /** Replaces the key set. */
  keySet: unknown;
  /** Requested paths, oldest first. */
  asked: string[];
  /** Answers all pending requests. */
  release(): void;
  close(): Promise<void>;
}

export function makeIssuerKey(kid: string, algorithm: IssuerKey["algorithm"] = "ES256"): IssuerKey {
  const { privateKey, publicKey } = keyPair(algorithm);
  const jwk = { ...publicKey.export({ format: "jwk" }), kid, use: "sig" };
  return { kid, algorithm, privateKey, jwk };
}

function keyPair(algorithm: IssuerKey["algorithm"]) {
  if (algorithm === "RS256") return generateKeyPairSync("rsa", { modulusLength: 2048 });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

/** Returns a token with these claims. `header` overrides or adds to `alg`, `kid` and `typ`. */
export function signToken(
  key: IssuerKey,
  claims: Record<string, unknown> | string,
  header: Record<string, unknown> = {},
): string {
  const whole = { alg: key.algorithm, kid: key.kid, typ: "at+jwt", ...header };
  const input = [JSON.stringify(whole), typeof claims === "string" ? claims : JSON.stringify(claims)]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");
  return `${input}.${signature(key, String(whole.alg), input)}`;
}

function signature({ privateKey }: IssuerKey, algorithm: string, input: string): string {
  const bytes = Buffer.from(input);
  if (algorithm === "none") return "";
  if (algorithm === "HS256") {
    // Algorithm confusion attack: uses the public key, which anyone can read, as an HMAC secret.
    const secret = createPublicKey(privateKey).export({ format: "pem", type: "spki" });
    return createHmac("sha256", secret).update(bytes).digest("base64url");
  }
  const hash = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
  return sign(hash, bytes, { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url");
}

export async function startScriptedIssuer(...published: IssuerKey[]): Promise<ScriptedIssuer> {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer.url);
    issuer.asked.push(pathname);
    if (issuer.mode === "hanging") held.push(response);
    else answer(pathname, response);
  });
  const answer = (pathname: string, response: ServerResponse) => {
    const [status, body] = answerTo(issuer, pathname);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: ScriptedIssuer = {
    url,
    published,
    mode: "well",
    metadata: {},
    metadataPath: "/.well-known/openid-configuration",
    keySet: undefined,
    asked: [],
    release() {
      issuer.mode = "well";
      for (const response of held.splice(0)) answer(pathOf(response), response);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return issuer;
}

function pathOf(response: ServerResponse): string {
  return response.req.url ?? "/";
}

function answerTo(issuer: ScriptedIssuer, pathname: string): [status: number, body: unknown] {
  if (issuer.mode === "failing") return [503, {}];
  if (pathname === "/keys") return [200, issuer.keySet ?? { keys: issuer.published.map(({ jwk }) => jwk) }];
  const metadata = { issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...issuer.metadata };
  return pathname === issuer.metadataPath ? [200, metadata] : [404, {}];
}
