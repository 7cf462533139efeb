import { createHash } from "node:crypto";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import { type RecordMacs, STAGE } from "../records/record-state.ts";
import { SCOPES, type Scope } from "./caller.ts";
import type { SessionStore } from "./session-store.ts";

/** A page that a person signs in to with a key, and how long the sign-in lasts. */
export interface VisitPlace {
  /** Stands in the signed text, so that a visit to one page is not taken by another. */
  name: string;
  lastsMs: number;
  /**
   * The page keeps a secret that each of its requests must carry. Cookies ignore ports: whatever else runs on
   * the host is sent the visit, and can do nothing with it alone.
   */
  needsPageSecret: boolean;
}

/** The page on which a person decides about one call. It runs no script, so it keeps no secret. */
export const APPROVAL_PAGE: VisitPlace = {
  name: "approver-visit",
  lastsMs: 30 * 60_000,
  needsPageSecret: false,
};

/** The console, which is open for a working day. */
export const CONSOLE: VisitPlace = {
  name: "console-visit",
  lastsMs: 12 * 60 * 60_000,
  needsPageSecret: true,
};

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
  /** Hexadecimal SHA-256 of the page's secret. It also makes every visit another text. */
  page_hash?: string | undefined;
  /** Milliseconds since the epoch. */
  ends_at: number;
}

/** The part of a visit that its browser brings: the cookie and, where it is needed, the page's secret. */
export interface ShownVisit {
  token: string;
  pageSecret?: string | undefined;
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
  /** Keeps the visits that people ended, until each would have ended by itself. */
  store: Pick<SessionStore, "endVisit" | "isVisitEnded">;
  clock: Clock;
  random: Random;
  place: VisitPlace;
}

/**
 * Visits of people who signed in on a page. A visit is a text that the stage's key has signed; no key or
 * token is in it, and it is stored only when its person signs out. Whoever takes a visit looks its key up, so
 * that the visit ends with its key.
 */
export class Visits {
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  /** Begins a visit, and returns the text by which it goes on and the secret that its page is to keep. */
  async begin(visitor: Visitor): Promise<Required<ShownVisit> & { endsAt: number }> {
    const { macs, clock, random, place } = this.#options;
    const pageSecret = random.bytes(32).toString("base64url");
    const page_hash = hashText(pageSecret);
    const byKey = "keyHash" in visitor;
    const endsAt = clock.now() + (byKey ? place.lastsMs : Math.min(place.lastsMs, LONGEST_BY_ISSUER_MS));
    const visit: Visit = byKey
      ? { key_hash: visitor.keyHash, page_hash, ends_at: endsAt }
      : {
          tenant_id: visitor.tenantId,
          subject: visitor.subject,
          scopes: visitor.scopes.join(" "),
          page_hash,
          ends_at: endsAt,
        };
    const text = Buffer.from(JSON.stringify(visit)).toString("base64url");
    const token = `${text}.${await macs.sign(STAGE, this.#signed(text))}`;
    return { token, pageSecret, endsAt };
  }

  /**
   * Finds the visit of a text, by one read of the store. Returns `undefined` for one that is over or forged,
   * that its person has ended, or that is shown without its page's secret.
   */
  async find({ token, pageSecret = "" }: ShownVisit): Promise<FoundVisit | undefined> {
    const { macs, clock, store, place } = this.#options;
    const [, text = "", mac = ""] = SHAPE.exec(token) ?? [];
    const visit = readVisit(text);
    if (!visit || visit.ends_at <= clock.now()) return undefined;
    if (place.needsPageSecret && visit.page_hash !== hashText(pageSecret)) return undefined;
    if (!(await macs.verify(STAGE, this.#signed(text), mac))) return undefined;
    if (await store.isVisitEnded(hashText(text))) return undefined;
    const { key_hash: keyHash, tenant_id: tenantId, subject, scopes, ends_at: endsAt } = visit;
    if (keyHash !== undefined) return { visitor: { keyHash }, endsAt };
    if (tenantId === undefined || subject === undefined || scopes === undefined) return undefined;
    const allowed = scopes.split(" ");
    return {
      visitor: { tenantId, subject, scopes: SCOPES.filter((scope) => allowed.includes(scope)) },
      endsAt,
    };
  }

  /** Ends a visit at once, for every copy of its text. Nothing happens to one that `find` does not find. */
  async end(shown: ShownVisit): Promise<void> {
    const found = await this.find(shown);
    const [, text = ""] = SHAPE.exec(shown.token) ?? [];
    if (found)
      await this.#options.store.endVisit({ hash: hashText(text), expires_at: timestamp(found.endsAt) });
  }

  /** No other text that the key signs begins like this. */
  #signed(text: string): string {
    return `${this.#options.place.name} ${text}`;
  }
}

/** Base64url, a dot and a signature. */
const SHAPE = /^([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_.-]{1,200})$/;

/** Hexadecimal SHA-256. Of a visit it takes the signed text alone: the signature has several spellings. */
function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

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
