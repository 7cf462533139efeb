import { PENDING_CONNECTS } from "@plumbline/connections/connect/pending-connect.ts";
import { API_KEYS } from "@plumbline/core/access/access-records.ts";
import { AUDIT_ENTRIES, type AuditLog } from "@plumbline/core/access/audit/audit.ts";
import { SESSIONS } from "@plumbline/core/access/session-record.ts";
import { CALL_TEXT, type KeptCall } from "@plumbline/core/approvals/approval.ts";
import { APPROVALS, type ApprovalRecord } from "@plumbline/core/approvals/approval-record.ts";
import { ApprovalSeals } from "@plumbline/core/approvals/approval-seals.ts";
import { CallHistory } from "@plumbline/core/calls/call-history.ts";
import { CALL_BLOCKS } from "@plumbline/core/calls/call-record.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { CHAT_ENTRIES, openChatEntry } from "@plumbline/core/conversations/chat-records.ts";
import { LEDGER_ENTRIES } from "@plumbline/core/conversations/conversation-records.ts";
import { openEntry } from "@plumbline/core/conversations/open-entry.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { CREDENTIALS } from "@plumbline/core/credentials/credential-store.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import type { SealForOwner } from "@plumbline/core/credentials/seal-for-owner.ts";
import { SealBrokenError } from "@plumbline/core/credentials/vault/vault.ts";
import { CallSeals } from "@plumbline/core/dispatch/idempotency/call-seals.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { listItems, type Page, type PageRequest } from "@plumbline/core/records/page.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import { SigningSecrets } from "@plumbline/watches/delivery/signing-secrets.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import type { Watch } from "@plumbline/watches/service/watch.ts";
import { WatchEvents } from "@plumbline/watches/service/watch-events.ts";
import { type EntityStores, openEntityStores, type PlatformStores } from "../entity-stores.ts";

/** A decrypted record of a tenant. */
export interface ExportedRecord {
  /** Name of its kind, such as `credentials`. */
  type: string;
  record: object;
}

/** Kinds that are not exported separately, with the reason or where their content is. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  approval_texts: "with their approvals",
  call_sums: "sums of the calls",
  data_keys: "open what is stored here, and nothing elsewhere",
  ended_visits: "the stage's",
  expiring_states: "versions of records",
  record_states: "versions of records",
  run_traces: "ids alone, of the last release",
  subscriptions: "with their watches",
  watch_states: "with their watches",
};

/** Bookkeeping fields and digests of secrets, which tenants neither write nor receive. */
const OMITTED_FIELDS =
  /^(mac|hash|key_hash|revision|fenced_version|lease_holder|lease_until|renewal_doubt|slot|slot_position|.*_cipher)$/;

/** More days than any stage stores calls (docs/settings.md, `CALL_DAYS`). */
const MAX_CALL_DAYS = 3_650;

/** Maximum number of empty pages to read for one response, for example for watches without events. */
const MAX_READS = 50;

type Section = (tenantId: string, page: PageRequest) => Promise<Page<object>>;

export interface TenantExportOptions
  extends Pick<OpenedRecords, "access" | "records" | "vault">,
    Pick<EntityStores, "watches"> {
  audit: AuditLog;
  callHistory: CallHistory;
  seals: OpenedRecords["seals"];
  events: WatchEvents;
  signingSecrets: SigningSecrets;
  clock: Clock;
}

/** Opens an export for commands, without a running service. Calls that are not written yet are missing. */
export function openTenantExport(
  opened: OpenedRecords,
  { platform, clock, random }: { platform: PlatformStores; clock: Clock; random: Random },
): TenantExport {
  const { records, vault } = opened;
  const stores = openEntityStores(platform, opened, clock);
  const log = { flush: async () => undefined };
  return new TenantExport({
    ...{ ...opened, ...stores, clock },
    callHistory: new CallHistory({ records, log, vault, clock, days: MAX_CALL_DAYS }),
    events: new WatchEvents({ store: stores.watches, vault, clock, retentionDays: 0 }),
    signingSecrets: new SigningSecrets(vault, clock, random),
  });
}

/** Yields all records of a tenant, reading them as needed. Throws the same errors as `TenantExport`. */
export function exportRecords(
  tenantExport: TenantExport,
  tenantId: string,
  sealTokens?: SealForOwner,
): AsyncGenerator<ExportedRecord> {
  return listItems((page) => tenantExport.exportPage(tenantId, page, sealTokens));
}

/** Reads everything that belongs to a tenant, including conversations, for people and programs. */
export class TenantExport {
  readonly #options: TenantExportOptions;
  readonly #approvalSeals: ApprovalSeals;

  constructor(options: TenantExportOptions) {
    this.#options = options;
    this.#approvalSeals = new ApprovalSeals(options.vault, options.records);
  }

  /**
   * Returns a page, starting with the tenant's own record. It may have fewer records than its limit. Omits
   * tokens and signing secrets unless `sealTokens` encrypts them for their owner. Rethrows errors of the key
   * service. A field that was modified in the store is `null`.
   */
  async exportPage(
    tenantId: string,
    { after, limit }: PageRequest,
    sealTokens?: SealForOwner,
  ): Promise<Page<ExportedRecord>> {
    const sections = Object.entries(this.#createSections(sealTokens));
    const names = sections.map(([name]) => name);
    const [section = names[0] ?? "", ...rest] = after?.split("/") ?? [];
    let at = names.indexOf(section);
    let position = rest.join("/") || undefined;
    for (let reads = 1; at >= 0; reads++) {
      const [type = "", read] = sections[at] ?? [];
      const found = await read?.(tenantId, { after: position, limit });
      position = found?.next ?? undefined;
      if (position === undefined) at += 1;
      const next = at < names.length ? `${names[at]}/${position ?? ""}` : null;
      const items = (found?.items ?? []).map((record) => ({ type, record: omitInternals(record) }));
      if (items.length > 0 || next === null || reads === MAX_READS) return { items, next };
    }
    throw new ServiceError("bad_request", "The cursor is not valid.", {
      issues: [{ path: "cursor", message: "must be a cursor from an earlier response" }],
    });
  }

  #createSections(sealTokens?: SealForOwner): Record<string, Section> {
    const { access, audit, callHistory, vault } = this.#options;
    const callSeals = new CallSeals(vault);
    return {
      tenants: async (tenantId) => {
        const tenant = await access.getTenant(tenantId);
        return { items: tenant ? [tenant] : [], next: null };
      },
      [API_KEYS.name]: (tenantId, page) => access.listKeys(tenantId, page),
      [CREDENTIALS.name]: this.#exportKind(CREDENTIALS, (one) => this.#exportCredential(one, sealTokens)),
      [PENDING_CONNECTS.name]: this.#exportKind(
        PENDING_CONNECTS,
        ({ id: _digest, authorization: _a, ...one }) => one,
      ),
      [WATCHES.name]: (tenantId, page) => this.#exportWatches(tenantId, page, sealTokens),
      watch_events: (tenantId, page) => this.#watchEvents(tenantId, page),
      [APPROVALS.name]: this.#exportKind(APPROVALS, (one) => this.#exportApproval(one)),
      [CALL_BLOCKS.name]: async (tenantId, page) => {
        const reader = { tenantId, keyId: "" };
        const { items, next } = await callHistory.list(reader, {}, page);
        return { items: await Promise.all(items.map(({ id }) => callHistory.get(reader, id))), next };
      },
      [LEDGER_ENTRIES.name]: this.#exportKind(LEDGER_ENTRIES, (one) =>
        openOrDefault(openEntry(one, vault), one),
      ),
      [CHAT_ENTRIES.name]: this.#exportKind(CHAT_ENTRIES, async (one) =>
        "content_cipher" in one
          ? { ...one, content: await openOrDefault(openChatEntry(vault, one), null) }
          : one,
      ),
      [IDEMPOTENT_CALLS.name]: this.#exportKind(IDEMPOTENT_CALLS, async (one) => {
        const { result_cipher: cipher } = one;
        return { ...one, result: cipher && (await openOrDefault(callSeals.openResult(one, cipher), null)) };
      }),
      [SESSIONS.name]: this.#exportKind(SESSIONS, (one) => one),
      [AUDIT_ENTRIES.name]: async (tenantId, page) => {
        const { items, next } = await audit.list(tenantId, page);
        // Readers verify these hashes.
        return { items: items.map(({ hash, ...entry }) => ({ ...entry, entry_hash: hash })), next };
      },
    };
  }

  /** Returns the valid, unexpired records of a kind. */
  #exportKind<R extends object>(kind: RecordKind<R>, show: (record: R) => object | Promise<object>): Section {
    const { records, clock } = this.#options;
    return async (tenantId, page) => {
      const { items, next } = await records.page(kind, tenantId, page);
      const currentRecords = await Promise.all(items.map((record) => records.readCurrent(kind, record)));
      const unexpired = currentRecords.filter((record): record is Awaited<R> => {
        const end = record && kind.expires?.(record);
        return record !== undefined && (end === undefined || Date.parse(end) > clock.now());
      });
      return { items: await Promise.all(unexpired.map(show)), next };
    };
  }

  async #exportCredential(record: CredentialRecord, sealTokens?: SealForOwner): Promise<object> {
    if (!sealTokens || record.revoked_at !== null) return record;
    const secrets = await openOrDefault(this.#options.seals.openAll(record), undefined);
    return {
      ...record,
      sealed_token: secrets ? await sealTokens(secrets.token) : null,
      sealed_refresh_token: secrets?.refresh_token ? await sealTokens(secrets.refresh_token) : null,
    };
  }

  async #exportWatches(
    tenantId: string,
    page: PageRequest,
    sealTokens?: SealForOwner,
  ): Promise<Page<object>> {
    const { items, next } = await this.#options.watches.list(tenantId, page);
    return { items: await Promise.all(items.map((one) => this.#watch(one, sealTokens))), next };
  }

  async #watch({ record, state }: Watch, sealTokens?: SealForOwner): Promise<object> {
    if (!record.delivery) return { ...record, state };
    const { secrets, ...delivery } = record.delivery;
    const opening = this.#options.signingSecrets.open(record, secrets);
    const opened = sealTokens && (await openOrDefault(opening, []));
    return {
      ...record,
      delivery,
      ...(sealTokens && { sealed_signing_secrets: await Promise.all((opened ?? []).map(sealTokens)) }),
      state,
    };
  }

  /**
   * Lists events of all watches. A position is the ID of a watch and, after `#`, the sequence number of the
   * last event returned.
   */
  async #watchEvents(tenantId: string, { after, limit }: PageRequest): Promise<Page<object>> {
    const { watches, events } = this.#options;
    const [watchId, sequence] = after?.split("#") ?? [];
    const current = sequence && watchId ? await watches.get(tenantId, watchId) : undefined;
    const following = current ? undefined : await watches.list(tenantId, { after: watchId, limit: 1 });
    const watch = current ?? following?.items[0];
    if (!watch) return { items: [], next: null };
    const { id } = watch.record;
    const range = { after: current ? sequence : undefined, limit, before: watch.state.next_sequence };
    const found = await watches.listEvents({ tenantId, watchId: id }, range);
    const items = found.items.map(async (event) => ({
      watch_id: id,
      ...(await openOrDefault(events.open(event), { id: event.id, content: null })),
      delivery: event.delivery ?? null,
    }));
    return { items: await Promise.all(items), next: `${id}#${found.next ?? ""}` };
  }

  async #exportApproval(record: ApprovalRecord): Promise<object> {
    const { result_text: text, ...shownRecord } = record;
    const seals = this.#approvalSeals;
    const [summary, call, result] = await Promise.all([
      openOrDefault(seals.open<unknown>(record, "summary", record.summary_cipher), null),
      openOrDefault(seals.read<KeptCall>(record, CALL_TEXT), null),
      text === null ? null : openOrDefault(seals.read<unknown>(record, text), null),
    ]);
    // Omits the arguments as sent, because they may contain secrets.
    const { shown_arguments = null, preview = null } = call ?? {};
    return { ...shownRecord, summary, arguments: shown_arguments, preview, result: result ?? null };
  }
}

function omitInternals(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !OMITTED_FIELDS.test(name)));
}

async function openOrDefault<T, Other>(opening: Promise<T>, fallback: Other): Promise<T | Other> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof SealBrokenError) return fallback;
    throw error;
  }
}
