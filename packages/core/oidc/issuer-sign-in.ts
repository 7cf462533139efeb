import { createHash } from "node:crypto";
import type { Scope } from "../access/caller.ts";
import { Secret } from "../access/secret.ts";
import type { IssuerSettings } from "../access/token-verifier.ts";
import type { Random } from "../clock/clock.ts";
import { isJsonObject } from "../text/parse-json.ts";
import { parseUrl } from "../text/parsed-url.ts";
import {
  chooseClient,
  fetchEndpoint,
  IssuerError,
  type IssuerPorts,
  sendToIssuer,
} from "./fetch-issuer-keys.ts";

const TIMEOUT_MS = 10_000;

interface IssuerSignInPorts extends IssuerPorts {
  random: Random;
}

/** A sign-in that has started: the URL to open and the values to check when the browser returns. */
interface BegunSignIn {
  url: URL;
  state: string;
  verifier: Secret;
}

/**
 * Signs people in at the operator's OIDC issuer, as a public client with PKCE (RFC 7636). Requests an access
 * token for this service (RFC 8707), which is then verified like any caller's.
 */
export class IssuerSignIn {
  readonly #settings: IssuerSettings;
  readonly #clientId: string;
  readonly #ports: IssuerSignInPorts;

  constructor(settings: IssuerSettings, clientId: string, ports: IssuerSignInPorts) {
    this.#settings = settings;
    this.#clientId = clientId;
    this.#ports = ports;
  }

  /** The issuer's host, as shown to people. */
  get host(): string {
    return new URL(this.#settings.issuer).host;
  }

  /** Starts a sign-in with these scopes. Throws IssuerError if the issuer's endpoint cannot be determined. */
  async begin(redirectUri: string, scopes: readonly Scope[]): Promise<BegunSignIn> {
    const { random, http } = this.#ports;
    const url = await fetchEndpoint(this.#settings.issuer, "authorization_endpoint", http);
    const state = random.bytes(32).toString("base64url");
    const verifier = new Secret(random.bytes(32).toString("base64url"));
    const [resource = ""] = this.#settings.audiences;
    const scope = ["openid", ...scopes].join(" ");
    const fields = {
      response_type: "code",
      client_id: this.#clientId,
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: createHash("sha256").update(verifier.reveal()).digest("base64url"),
      code_challenge_method: "S256",
      // Only a URL can be a resource (RFC 8707, 2).
      ...(parseUrl(resource) && { resource }),
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return { url, state, verifier };
  }

  /** Exchanges a code for an access token. Throws IssuerError if the issuer does not return one. */
  async finish(code: Secret, verifier: Secret, redirectUri: string): Promise<Secret> {
    const { issuer, audiences } = this.#settings;
    const url = await fetchEndpoint(issuer, "token_endpoint", this.#ports.http);
    const [resource = ""] = audiences;
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: this.#clientId,
      redirect_uri: redirectUri,
      code: code.reveal(),
      code_verifier: verifier.reveal(),
      ...(parseUrl(resource) && { resource }),
    }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", url, headers, body, effect: "write", timeoutMs: TIMEOUT_MS } as const;
    const answer = await sendToIssuer(chooseClient(url, issuer, this.#ports), request);
    const response = answer.ok ? answer.json() : undefined;
    const token = isJsonObject(response) ? response.access_token : undefined;
    if (typeof token === "string" && token !== "") return new Secret(token);
    throw new IssuerError(
      "issuer_unreachable",
      `The issuer returned no token: it responded with ${answer.status}.`,
    );
  }
}
