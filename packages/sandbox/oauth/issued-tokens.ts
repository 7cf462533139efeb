import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { OAUTH_DIFFERENCES, type OAuthKind } from "./oauth-kinds.ts";

/** Agreement of a person: what a code, and every token that follows from it, stands for. */
export interface Agreement {
  readonly kind: OAuthKind;
  readonly scopes: readonly string[];
  /** Slack: what is asked of the person beside the bot. */
  readonly userScopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly nonce: string | undefined;
  /** True where a refresh token comes with the access token. */
  readonly offline: boolean;
}

/** The place where a kind's access tokens open an account. */
export interface TokenPlace {
  accept(token: string): void;
  refuse(token: string): void;
}

export type TokenPlaces = Readonly<Record<OAuthKind, TokenPlace>>;

interface KeptTokens {
  access: [token: string, kind: OAuthKind][];
  refresh: [token: string, agreement: Agreement][];
}

/** Reads what was kept; nothing where the file is not there yet, or was cut short. */
function keptIn(file: string | undefined): KeptTokens {
  try {
    if (file !== undefined) return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Whoever connected at the sandbox connects again.
  }
  return { access: [], refresh: [] };
}

/** Codes and tokens of all kinds: which of them live, and what each stands for. */
export class IssuedTokens {
  readonly #places: TokenPlaces;
  readonly #codes = new Map<string, Agreement>();
  readonly #access = new Map<string, OAuthKind>();
  readonly #refresh = new Map<string, Agreement>();
  readonly #file: string | undefined;

  /** `file`: keeps the tokens from one start to the next, as a provider does. */
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

  /** Makes a code, good for one exchange. */
  issueCode(agreement: Agreement): string {
    const code = randomBytes(18).toString("base64url");
    this.#codes.set(code, agreement);
    return code;
  }

  /** Uses a code up; `undefined` when it is not known, or was used. */
  takeCode(kind: OAuthKind, code: string): Agreement | undefined {
    const agreement = this.#codes.get(code);
    this.#codes.delete(code);
    return agreement?.kind === kind ? agreement : undefined;
  }

  /** Makes an access token that its provider's server accepts at once. */
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

  /** Checks whether a token, of either sort, still works. */
  isLive(token: string): boolean {
    return this.#access.has(token) || this.#refresh.has(token);
  }

  /** Ends one token, of either sort. Returns false for a token that is not known. */
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

  /** Ends every access token of a kind, as time does. */
  endAccess(kind: OAuthKind): void {
    for (const [token, of] of this.#access) if (of === kind) this.end(kind, token);
  }

  /** Ends every refresh token of a kind, as a person does who withdraws the agreement. */
  endRefresh(kind: OAuthKind): void {
    for (const [token, agreement] of this.#refresh) if (agreement.kind === kind) this.end(kind, token);
  }
}
