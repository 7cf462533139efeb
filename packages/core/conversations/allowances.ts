import type { ToolCaller } from "../access/caller.ts";
import { Secret } from "../access/secret.ts";
import { formatUuid, timestamp } from "../clock/clock.ts";
import { foldCase } from "../places/words.ts";
import { normalizeAddress, normalizeHttpUrl } from "../places/written-place.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import { type Destination, redactDestination } from "../tool/destination.ts";
import { digestOf, ownerOf } from "./conversation-owner.ts";
import { type AllowanceEntry, HEAD_ENTRIES, type HeadEntry, LEDGER_ENTRIES } from "./conversation-records.ts";
import { headId } from "./entry-ids.ts";
import { type LedgerOptions, sealContextOf } from "./stored-entries.ts";

/**
 * Scope of an allowance. `agent` covers all conversations of the key or end user that made the call, until it
 * is removed.
 */
export const ALWAYS_FOR = ["conversation", "agent"] as const;
export type AlwaysFor = (typeof ALWAYS_FOR)[number];

/** A destination for which calls wait, as stored in an approval. */
export interface AllowablePlace {
  /** Identifies the destination by its kind, its value and the account that writes to it. */
  digest: string;
  kind: string;
  /** The value as shown to people. */
  value: string;
}

/** A destination to which calls may write without approval, as shown in lists. */
export interface Allowance extends Omit<AllowablePlace, "digest"> {
  id: string;
  /** The key that may write there, or the key of the end user's session. */
  key_id: string;
  end_user: string | null;
  created_at: string;
}

/** The encrypted part of an allowance. */
type Sealed = Omit<Allowance, "id" | "created_at">;
type Asker = Pick<ToolCaller, "tenantId" | "keyId" | "rotatedFrom" | "session">;

/** Expiry of permanent allowances, which last until someone removes them. */
const NEVER = "9999-12-31T00:00:00.000Z";
const PERMANENT_PREFIX = "always/";

/**
 * Destinations that a person has approved for later calls, although the conversation has read untrusted text.
 * An allowance belongs to a conversation and is deleted with it, or to a key or end user. Allowances are
 * stored in the key table, like the ledger.
 */
export class Allowances {
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Allows these destinations for the conversation, or for all calls of the asker. */
  async add(
    asker: Asker,
    conversation: CallConversation | undefined,
    places: readonly AllowablePlace[],
  ): Promise<void> {
    const { records, vault, clock } = this.#options;
    const { tenantId, keyId: key_id, session } = asker;
    const now = clock.now();
    const head = conversation && (await this.#readHead(tenantId, conversation));
    // The conversation has ended, so no later call will need the allowance.
    if (conversation && !head) return;
    const { life, expires_at } = head ?? { life: "always", expires_at: NEVER };
    const entries = places.map(async ({ digest, kind, value }): Promise<AllowanceEntry> => {
      const id = head ? conversationAllowanceId(head, digest) : permanentAllowanceId(asker, digest);
      const sealed: Sealed = { kind, value, key_id, end_user: session?.endUser ?? null };
      const context = sealContextOf(tenantId, id, "place");
      return {
        tenant_id: tenantId,
        id,
        life,
        type: "allowance",
        owner: ownerOf(asker).digest,
        at: timestamp(now),
        expires_at,
        place_cipher: await vault.seal(context, new Secret(JSON.stringify(sealed))),
      };
    });
    await records.putAll(LEDGER_ENTRIES, await Promise.all(entries));
  }

  /** Returns true if calls may write to all of these destinations. */
  async allows(
    asker: Asker,
    conversation: CallConversation | undefined,
    places: readonly AllowablePlace[],
  ): Promise<boolean> {
    const { tenantId } = asker;
    const head = conversation && (await this.#readHead(tenantId, conversation));
    const isAllowed = async ({ digest }: AllowablePlace): Promise<boolean> => {
      if (head && (await this.#isValid(tenantId, conversationAllowanceId(head, digest)))) return true;
      return this.#isValid(tenantId, permanentAllowanceId(asker, digest));
    };
    return (await Promise.all(places.map(isAllowed))).every(Boolean);
  }

  /** Returns the head of a conversation, if it still belongs to its owner. */
  async #readHead(tenantId: string, { owner, position }: CallConversation): Promise<HeadEntry | undefined> {
    const { records, clock } = this.#options;
    const head = await records.get(HEAD_ENTRIES, [tenantId, headId(position)]);
    return head?.owner === owner && Date.parse(head.expires_at) > clock.now() ? head : undefined;
  }

  async #isValid(tenantId: string, id: string): Promise<boolean> {
    const { records, clock } = this.#options;
    const entry = await records.get(LEDGER_ENTRIES, [tenantId, id]);
    return entry !== undefined && Date.parse(entry.expires_at) > clock.now();
  }

  /** Lists the permanent allowances of a tenant, or of one owner. */
  async list(tenantId: string, owner?: string): Promise<Allowance[]> {
    const { records } = this.#options;
    const found = await readRange(records, LEDGER_ENTRIES, tenantId, startingWith(PERMANENT_PREFIX));
    const wanted = found
      .filter((entry) => entry.type === "allowance")
      .filter((entry) => (owner ?? entry.owner) === entry.owner);
    const listed = await Promise.all(wanted.map((entry) => this.open(entry)));
    return listed.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  }

  /** Decrypts an allowance to show it to people. */
  async open({ tenant_id, id, at, place_cipher }: AllowanceEntry): Promise<Allowance> {
    const text = await this.#options.vault.open(sealContextOf(tenant_id, id, "place"), place_cipher);
    const sealed = JSON.parse(text.reveal()) as Sealed;
    return { id: id.slice(id.lastIndexOf("/") + 1), ...sealed, created_at: at };
  }

  /**
   * Removes a permanent allowance. Returns `false` if the owner, or the tenant if none is given, has no
   * allowance with this ID.
   */
  async remove(tenantId: string, id: string, owner?: string): Promise<boolean> {
    const listed = await this.list(tenantId, owner);
    if (!listed.some((one) => one.id === id)) return false;
    return this.#options.records.delete(LEDGER_ENTRIES, [tenantId, `${PERMANENT_PREFIX}${id}`]);
  }
}

/**
 * Converts a destination to the form that approvals store. Returns `undefined` if it cannot be allowed, such
 * as a header.
 */
export function toAllowablePlace(
  place: Destination,
  credentialId: string | undefined,
): AllowablePlace | undefined {
  const { kind } = place;
  const key = normalizePlace(place);
  if (key === undefined) return undefined;
  return { digest: digestOf([kind, key, credentialId ?? null]), kind, value: redactDestination(place) };
}

/** Normalizes a destination, so that different spellings are equal. Returns `undefined` for a header. */
export function normalizePlace({
  kind,
  value,
}: Pick<Destination, "value"> & { kind: string }): string | undefined {
  if (kind === "url" || kind === "link") return normalizeHttpUrl(value);
  if (kind === "address") return normalizeAddress(value);
  return kind === "header" ? undefined : foldCase(value.replace(/^[#@]/, ""));
}

/** Returns an ID among the conversation's entries, so that the allowance is deleted with them. */
function conversationAllowanceId({ id, life }: HeadEntry, digest: string): string {
  return id.replace(/head$/, `${life}/allowed/${digest}`);
}

/** Returns the ID of a permanent allowance: the same for the same owner and destination. */
function permanentAllowanceId(asker: Asker, digest: string): string {
  return `${PERMANENT_PREFIX}${formatUuid(Buffer.from(digestOf([ownerOf(asker).digest, digest]), "hex"))}`;
}
