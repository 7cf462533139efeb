import type { TenantCaller } from "../access/caller.ts";
import type { RecordMacs } from "../access/record-state.ts";
import type { Clock } from "../clock/clock.ts";

/** A person who has signed in with a key decides for so long; then the key is asked for again. */
export const VISIT_MS = 30 * 60_000;

interface Visit {
  tenant_id: string;
  key_id: string;
  /** Milliseconds since the epoch. */
  ends_at: number;
}

export interface ApproverVisitsOptions {
  macs: RecordMacs;
  callerOfKey(tenantId: string, keyId: string): Promise<TenantCaller | undefined>;
  clock: Clock;
}

/**
 * Visits of people who signed in on a page with an approver's key. A visit is a text that the tenant's key
 * has signed; nothing of it is stored, and the key itself is not in it. It ends with its key.
 */
export class ApproverVisits {
  readonly #options: ApproverVisitsOptions;

  constructor(options: ApproverVisitsOptions) {
    this.#options = options;
  }

  /** Begins a visit, and returns the text by which it goes on: base64url, a dot and a signature. */
  async begin({ tenantId, keyId }: Pick<TenantCaller, "tenantId" | "keyId">): Promise<string> {
    const { macs, clock } = this.#options;
    const visit: Visit = { tenant_id: tenantId, key_id: keyId, ends_at: clock.now() + VISIT_MS };
    const text = Buffer.from(JSON.stringify(visit)).toString("base64url");
    return `${text}.${await macs.sign(tenantId, signed(text))}`;
  }

  /**
   * The approver of a visit; `undefined` when it is over, forged, or its key was revoked or may not approve.
   */
  async approverOf(token: string): Promise<TenantCaller | undefined> {
    const { macs, callerOfKey, clock } = this.#options;
    const [, text = "", mac = ""] = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_.-]{1,200})$/.exec(token) ?? [];
    const visit = readVisit(text);
    if (!visit || visit.ends_at <= clock.now()) return undefined;
    if (!(await macs.verify(visit.tenant_id, signed(text), mac))) return undefined;
    const caller = await callerOfKey(visit.tenant_id, visit.key_id);
    return caller?.scopes.has("approvals:grant") ? caller : undefined;
  }
}

/** No other text that the key signs begins like this. */
function signed(text: string): string {
  return `approver-visit ${text}`;
}

function readVisit(text: string): Visit | undefined {
  try {
    const visit = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Partial<Visit> | null;
    const { tenant_id, key_id, ends_at } = visit ?? {};
    if (typeof tenant_id !== "string" || typeof key_id !== "string" || typeof ends_at !== "number")
      return undefined;
    return { tenant_id, key_id, ends_at };
  } catch {
    return undefined;
  }
}
