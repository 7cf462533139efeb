import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import { hashText } from "../records/hash-text.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { type RecordMacs, STAGE } from "../records/record-state.ts";
import type { RecordStore } from "../records/record-store.ts";
import { SCOPES, type Scope } from "./caller.ts";
import { SESSIONS } from "./session-record.ts";

/** A page that people sign in to, and how long a sign-in lasts. */
interface VisitPage {
  /** Included in the signed text, so that a sign-in to one page is not accepted by another. */
  name: string;
  lastsMs: number;
  /**
   * True if each request must include a secret that the page holds. Cookies ignore ports, so other services
   * on the host receive the cookie, but cannot use it without this secret.
   */
  needsPageSecret: boolean;
}

/** The page for approving a single call. It runs no scripts, so it cannot hold a secret. */
export const APPROVAL_PAGE: VisitPage = {
  name: "approver-visit",
  lastsMs: 30 * 60_000,
  needsPageSecret: false,
};

/** The console. A sign-in lasts a working day. */
export const CONSOLE: VisitPage = {
  name: "console-visit",
  lastsMs: 12 * 60 * 60_000,
  needsPageSecret: true,
};

/**
 * Maximum lifetime of a sign-in through the OIDC issuer. Short, because the issuer does not notify the
 * service when it revokes a sign-in.
 */
export const MAX_ISSUER_VISIT_MS = 60 * 60_000;

/** A signed-in person: the holder of a key, or a user of the OIDC issuer. */
export type Visitor =
  /** The holder of an API key. `keyHash` is its hexadecimal SHA-256. */
  | { keyHash: string }
  /** A user of the OIDC issuer, with the scopes of the token at sign-in. */
  | { tenantId: string; subject: string; scopes: readonly Scope[] };

/** The content of a visit's signed text. */
interface Visit {
  key_hash?: string | undefined;
  tenant_id?: string | undefined;
  subject?: string | undefined;
  /** Separated by spaces. */
  scopes?: string | undefined;
  /** Hexadecimal SHA-256 of the page's secret. It also makes each sign-in's text unique. */
  page_hash?: string | undefined;
  /** Milliseconds since the epoch. */
  ends_at: number;
}

/** A visit that was ended before it expired. `tenant_id` is the stage. */
interface EndedVisit {
  tenant_id: string;
  /** Hexadecimal SHA-256 of the visit's signed text. */
  hash: string;
  /** When the visit would have expired. The record is not needed after that. */
  expires_at: string;
}

/**
 * Unsigned, because a record only states that a visit ended. Stored in the key table, because deleting a
 * record would make the visit valid again.
 */
export const ENDED_VISITS: RecordKind<EndedVisit> = {
  name: "ended_visits",
  table: "keys",
  key: ["tenant_id", "hash"],
  expires: ({ expires_at }) => expires_at,
  signed: false,
};

/** Ended visits that the previous release stored in the main table. */
export const PAST_ENDED_VISITS: RecordKind<EndedVisit> = {
  ...ENDED_VISITS,
  name: SESSIONS.name,
  table: "main",
  signed: { as: "ended visit", hidesRefused: true, isPast: true },
};

/** Data that the browser sends: the cookie and, if required, the page's secret. */
export interface ShownVisit {
  token: string;
  pageSecret?: string | undefined;
}

/** A valid sign-in. */
interface FoundVisit {
  visitor: Visitor;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

interface VisitsOptions {
  /** Signs texts with the stage's key. */
  macs: RecordMacs;
  records: RecordStore;
  clock: Clock;
  random: Random;
  page: VisitPage;
}

/**
 * Sign-ins of people on a page, called visits. A visit is a text signed with the stage's key. It contains no
 * key or token, and is stored only once the person signs out. Callers must look up the visit's key, so that
 * revoking the key ends the visit.
 */
export class Visits {
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  /** Starts a visit. Returns its signed text and the secret that the page must hold. */
  async begin(visitor: Visitor): Promise<Required<ShownVisit> & { endsAt: number }> {
    const { macs, clock, random, page } = this.#options;
    const pageSecret = random.bytes(32).toString("base64url");
    const page_hash = hashText(pageSecret);
    const byKey = "keyHash" in visitor;
    const endsAt = clock.now() + (byKey ? page.lastsMs : Math.min(page.lastsMs, MAX_ISSUER_VISIT_MS));
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
    const token = `${text}.${await macs.sign(STAGE, this.#addPrefix(text))}`;
    return { token, pageSecret, endsAt };
  }

  /**
   * Verifies a visit's signed text, with one read of the store. Returns `undefined` if the visit has expired,
   * is forged or was ended, or if the page's secret is missing.
   */
  async find({ token, pageSecret = "" }: ShownVisit): Promise<FoundVisit | undefined> {
    const { macs, clock, records, page } = this.#options;
    const [, text = "", mac = ""] = TOKEN_FORMAT.exec(token) ?? [];
    const visit = parseVisit(text);
    if (!visit || visit.ends_at <= clock.now()) return undefined;
    if (page.needsPageSecret && visit.page_hash !== hashText(pageSecret)) return undefined;
    if (!(await macs.verify(STAGE, this.#addPrefix(text), mac))) return undefined;
    for (const kind of [ENDED_VISITS, PAST_ENDED_VISITS])
      if (await records.get(kind, [STAGE, hashText(text)])) return undefined;
    const { key_hash: keyHash, tenant_id: tenantId, subject, scopes, ends_at: endsAt } = visit;
    if (keyHash !== undefined) return { visitor: { keyHash }, endsAt };
    if (tenantId === undefined || subject === undefined || scopes === undefined) return undefined;
    const allowed = scopes.split(" ");
    return {
      visitor: { tenantId, subject, scopes: SCOPES.filter((scope) => allowed.includes(scope)) },
      endsAt,
    };
  }

  /** Ends a visit immediately, including all copies of its text. Does nothing if the visit is not valid. */
  async end(shown: ShownVisit): Promise<void> {
    const found = await this.find(shown);
    const [, text = ""] = TOKEN_FORMAT.exec(shown.token) ?? [];
    if (!found) return;
    const ended = { tenant_id: STAGE, hash: hashText(text), expires_at: timestamp(found.endsAt) };
    await this.#options.records.put(ENDED_VISITS, ended);
  }

  /** Adds a prefix that distinguishes the text from all others signed with this key. */
  #addPrefix(text: string): string {
    return `${this.#options.page.name} ${text}`;
  }
}

/**
 * Base64url text, a dot and a signature. Only the text is hashed, because its signature has several valid
 * encodings.
 */
const TOKEN_FORMAT = /^([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_.-]{1,200})$/;

function parseVisit(text: string): Visit | undefined {
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
