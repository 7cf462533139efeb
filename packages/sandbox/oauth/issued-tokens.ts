import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { OAUTH_DIFFERENCES, type OAuthKind } from "./oauth-kinds.ts";

/** A user's consent, which a code and all tokens issued for it represent. */
export interface Agreement {
  readonly kind: OAuthKind;
  readonly scopes: readonly string[];
  /** Slack only: the user scopes requested in addition to the bot's. */
  readonly userScopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly nonce: string | undefined;
  /** True if a refresh token is issued with the access token. */
  readonly offline: boolean;
}

/** The server that accepts a kind's access tokens. */
export interface TokenPlace {
  accept(token: string): void;
  refuse(token: string): void;
}

export type TokenPlaces = Readonly<Record<OAuthKind, TokenPlace>>;

interface KeptTokens {
  access: [token: string, kind: OAuthKind][];
  refresh: [token: string, agreement: Agreement][];
}

/** Reads the stored tokens. Returns empty lists if the file is missing or truncated. */
function keptIn(file: string | undefined): KeptTokens {
  try {
    if (file !== undefined) return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Users who connected to the sandbox have to connect again.
  }
  return { access: [], refresh: [] };
}

/** Codes and tokens of all kinds: which are valid, and the consent that each represents. */
export class IssuedTokens {
  readonly #places: TokenPlaces;
  readonly #codes = new Map<string, Agreement>();
  readonly #access = new Map<string, OAuthKind>();
  readonly #refresh = new Map<string, Agreement>();
  readonly #file: string | undefined;

  /** `file` keeps the tokens across restarts, as a provider does. */
  constructor(places: TokenPlaces, file?: string) {
    this.#places = places;
    this.#file = file;
    const { access, refresh } = keptIn(file);
    for (const [token, kind] of access) {
      this.#access.set(token, kind);
      places[kind].accept(token);
    }
    for (const [token, agreement] of refresh) this.#refresh.set(token, agreement);
  }

  #keep(): void {
    if (this.#file === undefined) return;
    const kept: KeptTokens = { access: [...this.#access], refresh: [...this.#refresh] };
    writeFileSync(this.#file, JSON.stringify(kept), { mode: 0o600 });
  }

  /** Issues a code for one exchange. */
  issueCode(agreement: Agreement): string {
    const code = randomBytes(18).toString("base64url");
    this.#codes.set(code, agreement);
    return code;
  }

  /** Consumes a code. Returns `undefined` if it is unknown or was already used. */
  takeCode(kind: OAuthKind, code: string): Agreement | undefined {
    const agreement = this.#codes.get(code);
    this.#codes.delete(code);
    return agreement?.kind === kind ? agreement : undefined;
  }

  /** Issues an access token, which the provider's server accepts immediately. */
  issueAccess(kind: OAuthKind): string {
    const token = OAUTH_DIFFERENCES[kind].tokenPrefix + randomBytes(18).toString("hex");
    this.#access.set(token, kind);
    this.#places[kind].accept(token);
    this.#keep();
    return token;
  }

  issueRefresh(agreement: Agreement): string {
    const token = `refresh-sandbox-${randomBytes(18).toString("hex")}`;
    this.#refresh.set(token, agreement);
    this.#keep();
    return token;
  }

  agreementOf(kind: OAuthKind, refreshToken: string): Agreement | undefined {
    const agreement = this.#refresh.get(refreshToken);
    return agreement?.kind === kind ? agreement : undefined;
  }

  /** Returns whether an access or refresh token is still valid. */
  isLive(token: string): boolean {
    return this.#access.has(token) || this.#refresh.has(token);
  }

  /** Revokes an access or refresh token. Returns false if the token is unknown. */
  end(kind: OAuthKind, token: string): boolean {
    if (this.#access.get(token) === kind) {
      this.#access.delete(token);
      this.#places[kind].refuse(token);
      this.#keep();
      return true;
    }
    if (this.agreementOf(kind, token) === undefined) return false;
    this.#refresh.delete(token);
    this.#keep();
    return true;
  }

  /** Ends every access token of a kind, as if they had expired. */
  endAccess(kind: OAuthKind): void {
    for (const [token, of] of this.#access) if (of === kind) this.end(kind, token);
  }

  /** Ends every refresh token of a kind, as if the user had withdrawn consent. */
  endRefresh(kind: OAuthKind): void {
    for (const [token, agreement] of this.#refresh) if (agreement.kind === kind) this.end(kind, token);
  }
}
