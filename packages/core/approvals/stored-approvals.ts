import type { Page, PageRequest } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { ApprovalRecord, ApprovalStore, TextOwner } from "./approval-store.ts";

export const APPROVALS: RecordKind<ApprovalRecord> = {
  name: "approvals",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ kept_until }) => kept_until,
  signed: {
    as: "approval",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `approval/${id}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
    },
  },
};

interface ApprovalText {
  tenant_id: string;
  approval_id: string;
  name: string;
  text: string;
  kept_until: string;
}

/** Unsigned: each text is sealed in its place. */
export const APPROVAL_TEXTS: RecordKind<ApprovalText> = {
  name: "approval_texts",
  table: "main",
  key: ["tenant_id", "approval_id", "name"],
  expires: ({ kept_until }) => kept_until,
  large: "text",
  signed: false,
};

export class StoredApprovals implements ApprovalStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async create(record: ApprovalRecord): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(APPROVALS, record);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#records.get(APPROVALS, [tenantId, id]);
  }

  replace(record: ApprovalRecord, { revision, version }: ApprovalRecord): Promise<boolean> {
    return this.#records.replace(APPROVALS, record, { revision, version });
  }

  list(
    tenantId: string,
    page: PageRequest & { wanted(record: ApprovalRecord): boolean },
  ): Promise<Page<ApprovalRecord>> {
    return this.#records.page(APPROVALS, tenantId, page);
  }

  async putText(owner: TextOwner, name: string, text: string): Promise<"tenant_deleted" | undefined> {
    const { tenant_id, id: approval_id, kept_until } = owner;
    const record = { tenant_id, approval_id, name, text, kept_until };
    const answer = await this.#records.put(APPROVAL_TEXTS, record);
    return answer === "written" ? undefined : answer;
  }

  async getText(tenantId: string, id: string, name: string): Promise<string | undefined> {
    return (await this.#records.get(APPROVAL_TEXTS, [tenantId, id, name]))?.text;
  }
}
