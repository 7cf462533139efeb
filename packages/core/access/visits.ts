import type { Clock } from "../clock/clock.ts";
import { SCOPES, type Scope } from "./caller.ts";
import { type RecordMacs, STAGE } from "./record-state.ts";

/** A page that a person signs in to with a key, and how long the sign-in lasts. */
export interface VisitPlace {
  /** Stands in the signed text, so that a visit to one page is not taken by another. */
  name: string;
  lastsMs: number;
}

/** The page on which a person decides about one call. */
export const APPROVAL_PAGE: VisitPlace = { name: "approver-visit", lastsMs: 30 * 60_000 };

/** The console, which is open for a working day. */
export const CONSOLE: VisitPlace = { name: "console-visit", lastsMs: 12 * 60 * 60_000 };

/** A visit by a sign-in at the issuer ends sooner: nothing here tells that it was taken back there. */
export const LONGEST_BY_ISSUER_MS = 60 * 60_000;

/** Whoever signed in: the holder of a key, or a person that the OIDC issuer knows. */
export type Visitor =
  /** Hexadecimal SHA-256 of the key. */
  | { keyHash: string }
  /** `scopes`: what the issuer's token allowed when the person signed in. */
  | { tenantId: string; subject: string; scopes: readonly Scope[] };

interface Visit {
  key_hash?: string | undefined;
  tenant_id?: string | undefined;
  subject?: string | undefined;
  /** With spaces between them. */
  scopes?: string | undefined;
  /** Milliseconds since the epoch. */
  ends_at: number;
}

/** A visit that goes on. */
export interface FoundVisit {
  visitor: Visitor;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

export interface VisitsOptions {
  /** Signs visits with the stage's key. */
  macs: RecordMacs;
  clock: Clock;
  place: VisitPlace;
}

/**
 * Visits of people who signed in on a page. A visit is a text that the stage's key has signed;
 * nothing of it is stored, and no key or token is in it. Whoever takes a visit looks its key up, so that the
 * visit ends with its key.
 */
export class Visits {
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  /** Begins a visit, and returns the text by which it goes on. */
  async begin(visitor: Visitor): Promise<{ token: string; endsAt: number }> {
    const { macs, clock, place } = this.#options;
    const byKey = "keyHash" in visitor;
    const endsAt = clock.now() + (byKey ? place.lastsMs : Math.min(place.lastsMs, LONGEST_BY_ISSUER_MS));
    const visit: Visit = byKey
      ? { key_hash: visitor.keyHash, ends_at: endsAt }
      : {
          tenant_id: visitor.tenantId,
          subject: visitor.subject,
          scopes: visitor.scopes.join(" "),
          ends_at: endsAt,
        };
    const text = Buffer.from(JSON.stringify(visit)).toString("base64url");
    return { token: `${text}.${await macs.sign(STAGE, this.#signed(text))}`, endsAt };
  }

  /** Finds the visit of a text. Returns `undefined` for one that is over or forged. */
  async find(token: string): Promise<FoundVisit | undefined> {
    const { macs, clock } = this.#options;
    const [, text = "", mac = ""] = SHAPE.exec(token) ?? [];
    const visit = readVisit(text);
    if (!visit || visit.ends_at <= clock.now()) return undefined;
    if (!(await macs.verify(STAGE, this.#signed(text), mac))) return undefined;
    const { key_hash: keyHash, tenant_id: tenantId, subject, scopes, ends_at: endsAt } = visit;
    if (keyHash !== undefined) return { visitor: { keyHash }, endsAt };
    if (tenantId === undefined || subject === undefined || scopes === undefined) return undefined;
    const allowed = scopes.split(" ");
    return {
      visitor: { tenantId, subject, scopes: SCOPES.filter((scope) => allowed.includes(scope)) },
      endsAt,
    };
  }

  /** No other text that the key signs begins like this. */
  #signed(text: string): string {
    return `${this.#options.place.name} ${text}`;
  }
}

/** Base64url, a dot and a signature. */
const SHAPE = /^([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_.-]{1,200})$/;

function readVisit(text: string): Visit | undefined {
  try {
    const visit = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<Visit> | null;
    const { ends_at, ...rest } = visit ?? {};
    if (typeof ends_at !== "number") return undefined;
    if (!Object.values(rest).every((value) => typeof value === "string")) return undefined;
    return { ...rest, ends_at };
  } catch {
    return undefined;
  }
}
