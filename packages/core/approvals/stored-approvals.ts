import { type CallReader, maySeeCall } from "../access/caller.ts";
import type { Clock } from "../clock/clock.ts";
import { ALWAYS_FOR, type AlwaysFor } from "../conversations/allowances.ts";
import type { Ledger } from "../conversations/ledger.ts";
import type { ChangedCall, DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { filterPage, type Page, type PageRequest } from "../records/page.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import { formatCallTitleAsRead } from "../tool/call-title.ts";
import { readTexts } from "../tool/readable-texts.ts";
import {
  type Approval,
  type ApprovalDetail,
  type ApprovalSummary,
  CALL_TEXT,
  interruptedResult,
  type KeptCall,
  statusAt,
  type WaitingInConversation,
} from "./approval.ts";
import { APPROVALS, type ApprovalRecord, type ApprovalStatus } from "./approval-record.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type EarlierWritesOptions, findEarlierWrites } from "./earlier-writes.ts";
import { listEditable } from "./editable-arguments.ts";
import { listRelatedWrites, type RelatedWritesOptions } from "./related-writes.ts";
import { NO_SUCH_APPROVAL } from "./who-decides.ts";

export interface StoredApprovalsOptions extends EarlierWritesOptions, RelatedWritesOptions {
  records: VersionedRecords;
  seals: ApprovalSeals;
  clock: Clock;
}

/** Reads stored approvals: lists them, and decrypts their calls and results. */
export class StoredApprovals {
  readonly #options: StoredApprovalsOptions;

  constructor(options: StoredApprovalsOptions) {
    this.#options = options;
  }

  /** Finds the record of an approval. Throws ServiceError `not_found`. */
  async record(tenantId: string, id: string): Promise<ApprovalRecord> {
    const record = await this.#options.records.get(APPROVALS, [tenantId, id]);
    if (record && !isDeleted(record, this.#options.clock.now())) return record;
    throw new ServiceError("not_found", NO_SUCH_APPROVAL);
  }

  /** Finds the record of an approval for a reader that may see its call. Throws ServiceError `not_found`. */
  async visibleRecord(reader: CallReader, tenantId: string, id: string): Promise<ApprovalRecord> {
    const record = await this.record(tenantId, id);
    const { credential } = await this.summary(record);
    if (maySeeCall(reader, { credential, key_id: record.key_id })) return record;
    throw new ServiceError("not_found", NO_SUCH_APPROVAL);
  }

  /**
   * Lists approvals that the reader may see, oldest first. `status` filters by state. `ofKey` selects calls
   * made with this key itself, not in its sessions.
   */
  async list(
    reader: CallReader,
    tenantId: string,
    {
      status,
      ofKey,
      ...page
    }: PageRequest & { status?: ApprovalStatus | undefined; ofKey?: string | undefined },
  ): Promise<Page<Approval>> {
    const now = this.#options.clock.now();
    const wanted = (record: ApprovalRecord) =>
      !isDeleted(record, now) &&
      (status === undefined || statusAt(record, now) === status) &&
      (ofKey === undefined || (record.key_id === ofKey && record.session_id === null));
    const read = async (request: PageRequest) => {
      const found = await this.#options.records.page(APPROVALS, tenantId, { ...request, wanted });
      return { ...found, items: await Promise.all(found.items.map((record) => this.#describe(record))) };
    };
    return filterPage(page, read, (approval) => maySeeCall(reader, approval));
  }

  /** Returns an approval with all its details. Throws ServiceError `not_found`. */
  async get(reader: CallReader, tenantId: string, id: string): Promise<ApprovalDetail> {
    return this.detail(reader, await this.visibleRecord(reader, tenantId, id));
  }

  /** Describes an approval with all its details. Leaves out other calls that the reader may not see. */
  async detail(reader: CallReader, record: ApprovalRecord): Promise<ApprovalDetail> {
    const [approval, call, result, changedTo] = await Promise.all([
      this.#describe(record),
      this.call(record),
      this.result(record),
      this.changedTo(record),
    ]);
    const summary = await this.summary(record);
    const may_always = await this.listAlwaysFor(record, call);
    const destinations = await findEarlierWrites(this.#options, reader, record, summary);
    const now = this.#options.clock.now();
    const related_writes = await listRelatedWrites(this.#options, reader, record, summary, now);
    const read_before = summary.conversation ? (summary.read_before ?? []) : null;
    const { shown_arguments, place_arguments, preview, changes = null } = call;
    const tool = await this.#options.registry.get(record.tool);
    const { title_done } = await formatCallTitleAsRead(tool, approval.title ?? record.tool, shown_arguments);
    return {
      ...approval,
      title_done,
      destinations,
      read_before,
      related_writes,
      arguments: shown_arguments,
      preview,
      texts: (await readTexts(tool, shown_arguments)).map(({ line: _line, ...text }) => text),
      editable: approval.status === "waiting" ? listEditable(tool, shown_arguments, place_arguments) : [],
      changes,
      result,
      changed_to: changedTo ?? null,
      may_always,
    };
  }

  async #describe(record: ApprovalRecord): Promise<Approval> {
    const { clock } = this.#options;
    const {
      scopes: _scopes,
      holder: _holder,
      at_console: _atConsole,
      conversation,
      read_before: _read,
      ...summary
    } = await this.summary(record);
    const { id, tool, key_id, session_id, created_at, expires_at, decided_by, decided_at } = record;
    const status = statusAt(record, clock.now());
    return {
      id,
      status,
      tool,
      ...summary,
      title: summary.title ?? tool,
      conversation: conversation?.position ?? null,
      run_id: summary.run_id ?? null,
      key_id,
      session_id,
      created_at,
      expires_at,
      decided_by,
      decided_at,
    };
  }

  /** Finds an approval that still waits. */
  async findWaiting(tenantId: string, id: string | undefined): Promise<ApprovalRecord | undefined> {
    const { records, clock } = this.#options;
    const record = id === undefined ? undefined : await records.get(APPROVALS, [tenantId, id]);
    return record && statusAt(record, clock.now()) === "waiting" ? record : undefined;
  }

  /** Lists the waiting calls of a conversation. */
  async listWaiting({ owner: { tenantId }, approvalIds }: Ledger): Promise<WaitingInConversation[]> {
    const found = await Promise.all(approvalIds.map((id) => this.findWaiting(tenantId, id)));
    return found
      .filter((record) => record !== undefined)
      .map(({ id, tool, created_at, expires_at }) => ({ approval_id: id, tool, created_at, expires_at }))
      .toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  }

  /** Lists the scopes in which approving this call could also allow later calls to its destinations. */
  async listAlwaysFor(record: ApprovalRecord, { places }: KeptCall): Promise<AlwaysFor[]> {
    if (!places || statusAt(record, this.#options.clock.now()) !== "waiting") return [];
    return (await this.summary(record)).conversation ? [...ALWAYS_FOR] : ["agent"];
  }

  /** Returns the state of a call, or `undefined` if it does not exist. */
  async status(tenantId: string, id: string): Promise<ApprovalStatus | undefined> {
    const { records, clock } = this.#options;
    const record = await records.get(APPROVALS, [tenantId, id]);
    return record && statusAt(record, clock.now());
  }

  /** Decrypts the content that lists show. */
  summary(record: ApprovalRecord): Promise<ApprovalSummary> {
    return this.#options.seals.open<ApprovalSummary>(record, "summary", record.summary_cipher);
  }

  /** Decrypts the call. */
  async call(record: ApprovalRecord): Promise<KeptCall> {
    const call = await this.#options.seals.read<KeptCall>(record, CALL_TEXT);
    if (call) return call;
    throw new ServiceError(
      "unavailable",
      "The call of this approval cannot be read at the moment. Try again shortly.",
    );
  }

  /**
   * Returns the call that is decided in place of this one: the last change that a person made of it, or the
   * call itself if nobody changed it.
   */
  async findLatest(record: ApprovalRecord): Promise<ApprovalRecord> {
    const id = await this.changedTo(record);
    const next =
      id === undefined ? undefined : await this.#options.records.get(APPROVALS, [record.tenant_id, id]);
    return next ? this.findLatest(next) : record;
  }

  /** Returns the ID of the call that is decided in place of this one, or `id` if there is no such call. */
  async findLatestId(tenantId: string, id: string): Promise<string> {
    const record = await this.#options.records.get(APPROVALS, [tenantId, id]);
    return record ? (await this.findLatest(record)).id : id;
  }

  /**
   * Returns the result of the call, or `null` if it has not been carried out. For a call that a person
   * changed, returns the result of the changed call, with what was sent. `latest` is what `findLatest`
   * returned.
   */
  async result(record: ApprovalRecord, latest?: ApprovalRecord): Promise<DispatchResult | null> {
    const decided = latest ?? (await this.findLatest(record));
    const result = await this.#ownResult(decided);
    const isChanged = result?.ok && decided.id !== record.id;
    return isChanged ? { changed: await this.#describeSent(decided), ...result } : result;
  }

  async #ownResult(record: ApprovalRecord): Promise<DispatchResult | null> {
    if (record.result_text !== null) return (await this.#readResult(record)) ?? null;
    if (statusAt(record, this.#options.clock.now()) !== "failed") return null;
    return interruptedResult({ name: record.tool }, record.id);
  }

  /** Returns the ID of the call as a person changed it, or `undefined` if nobody did. */
  protected async changedTo(record: ApprovalRecord): Promise<string | undefined> {
    return (await this.#readResult(record))?.changed_to;
  }

  async #describeSent(record: ApprovalRecord): Promise<ChangedCall> {
    const { shown_arguments } = await this.call(record);
    const tool = await this.#options.registry.get(record.tool);
    const { title_done } = await formatCallTitleAsRead(tool, record.tool, shown_arguments);
    return { title_done, arguments: shown_arguments };
  }

  /** Decrypts the stored result. `changed_to` is the ID of the call as a person changed it. */
  async #readResult(record: ApprovalRecord): Promise<(DispatchResult & { changed_to?: string }) | undefined> {
    if (record.result_text === null) return undefined;
    return this.#options.seals.read<DispatchResult & { changed_to?: string }>(record, record.result_text);
  }
}

function isDeleted({ kept_until }: ApprovalRecord, now: number): boolean {
  return Date.parse(kept_until) <= now;
}
