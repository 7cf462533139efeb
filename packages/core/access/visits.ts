import type { Clock } from "../clock/clock.ts";
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

interface Visit {
  /** Hexadecimal SHA-256 of the key. */
  key_hash: string;
  /** Milliseconds since the epoch. */
  ends_at: number;
}

/** A visit that goes on. */
export interface FoundVisit {
  keyHash: string;
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
 * Visits of people who signed in on a page with a key. A visit is a text that the stage's key has signed;
 * nothing of it is stored, and the key itself is not in it. Whoever takes a visit looks the key up, so that
 * the visit ends with its key.
 */
export class Visits {
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  /** Begins a visit with the key of this hash, and returns the text by which it goes on. */
  async begin(keyHash: string): Promise<{ token: string; endsAt: number }> {
    const { macs, clock, place } = this.#options;
    const endsAt = clock.now() + place.lastsMs;
    const visit: Visit = { key_hash: keyHash, ends_at: endsAt };
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
    return { keyHash: visit.key_hash, endsAt: visit.ends_at };
  }

  /** No other text that the key signs begins like this. */
  #signed(text: string): string {
    return `${this.#options.place.name} ${text}`;
  }
}

/** Base64url, a dot and a signature. */
const SHAPE = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_.-]{1,200})$/;

function readVisit(text: string): Visit | undefined {
  try {
    const visit = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<Visit> | null;
    const { key_hash, ends_at } = visit ?? {};
    if (typeof key_hash !== "string" || typeof ends_at !== "number") return undefined;
    return { key_hash, ends_at };
  } catch {
    return undefined;
  }
}
