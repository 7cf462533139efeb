import { type HttpClient, type HttpRequest, type HttpResponse, joinUrl } from "../egress/http-message.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { isJsonObject } from "../text/parse-json.ts";
import { parseUrl } from "../text/parsed-url.ts";

/** Time limit in milliseconds for each of the two documents. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

export type IssuerErrorCode = "issuer_unreachable" | "issuer_metadata_wrong" | "issuer_keys_wrong";

/** The issuer's metadata or keys could not be fetched. `message` is for the operator. */
export class IssuerError extends Error {
  override readonly name = "IssuerError";
  readonly code: IssuerErrorCode;

  constructor(code: IssuerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface IssuerPorts {
  /** Client for the issuer itself, which the operator configured. */
  http: HttpClient;
  /** Client for the host that serves the issuer's keys: public hosts, or those in `EGRESS_ALLOW`. */
  guarded: HttpClient;
}

/** A JSON Web Key Set (RFC 7517). The keys themselves are not checked. */
interface KeySet {
  keys: Record<string, unknown>[];
}

/**
 * Fetches the issuer's metadata (OpenID Connect Discovery, otherwise RFC 8414) and the keys to which it
 * links. Throws IssuerError.
 */
export async function fetchIssuerKeys(issuer: string, ports: IssuerPorts): Promise<KeySet> {
  const url = await fetchEndpoint(issuer, "jwks_uri", ports.http);
  const answer = await get(chooseClient(url, issuer, ports), url);
  const body = answer.ok ? answer.json() : undefined;
  if (isKeySet(body)) return body;
  throw new IssuerError(
    "issuer_keys_wrong",
    `The keys of the issuer at ${url.origin} (status ${answer.status}) are not a JSON Web Key Set.`,
  );
}

/** Returns the two metadata URLs, formed as each standard requires for an issuer with a path. */
function metadataUrls(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, "");
  return [
    joinUrl(issuer, ".well-known/openid-configuration"),
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
  ];
}

async function fetchMetadata(issuer: string, http: HttpClient): Promise<Record<string, unknown>> {
  const statuses: number[] = [];
  for (const url of metadataUrls(issuer)) {
    const answer = await get(http, url);
    const body = answer.json();
    if (answer.ok && isJsonObject(body)) return body;
    statuses.push(answer.status);
  }
  throw new IssuerError(
    "issuer_metadata_wrong",
    `The issuer publishes no metadata: it responded with ${statuses.join(" and ")}.`,
  );
}

/**
 * Fetches the issuer's metadata and returns one of its endpoints. Rejects another issuer's metadata, whose
 * keys would make that issuer's tokens valid here. Throws IssuerError.
 */
export async function fetchEndpoint(
  issuer: string,
  name: "jwks_uri" | "authorization_endpoint" | "token_endpoint",
  http: HttpClient,
): Promise<URL> {
  const metadata = await fetchMetadata(issuer, http);
  if (metadata.issuer !== issuer)
    throw new IssuerError(
      "issuer_metadata_wrong",
      `The issuer calls itself ${JSON.stringify(metadata.issuer ?? null).slice(0, 200)}, which must match AUTH_ISSUER exactly.`,
    );
  const url = typeof metadata[name] === "string" ? parseUrl(metadata[name]) : undefined;
  const isSafe = url?.protocol === "https:" || url?.protocol === new URL(issuer).protocol;
  if (url && isSafe) return url;
  throw new IssuerError("issuer_metadata_wrong", `The issuer's metadata has no https ${name}.`);
}

/**
 * Returns the client for a URL. The issuer chooses all hosts except its own, so those are reached through the
 * SSRF guard.
 */
export function chooseClient(url: URL, issuer: string, { http, guarded }: IssuerPorts): HttpClient {
  return url.origin === new URL(issuer).origin ? http : guarded;
}

async function get(http: HttpClient, url: URL): Promise<HttpResponse> {
  const answer = await sendToIssuer(http, { method: "GET", url, effect: "read", timeoutMs: TIMEOUT_MS });
  if (answer.status < 500 && answer.status !== 429) return answer;
  throw new IssuerError("issuer_unreachable", `The issuer at ${url.origin} responded with ${answer.status}.`);
}

/** Sends a request for JSON. Throws IssuerError if there is no response. */
export async function sendToIssuer(http: HttpClient, request: HttpRequest): Promise<HttpResponse> {
  try {
    const headers = { accept: "application/json", ...request.headers };
    return await http.send({ ...request, headers, maxResponseBytes: MAX_BYTES });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    throw new IssuerError("issuer_unreachable", error.message);
  }
}

function isKeySet(value: unknown): value is KeySet {
  return isJsonObject(value) && Array.isArray(value.keys) && value.keys.every(isJsonObject);
}
