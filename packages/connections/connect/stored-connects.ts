import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { type ConnectStore, isWaiting, KEPT_AFTER_EXPIRY_MS, type PendingConnect } from "./connect-store.ts";

export const PENDING_CONNECTS: RecordKind<PendingConnect> = {
  name: "pending_connects",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => timestamp(Date.parse(expires_at) + KEPT_AFTER_EXPIRY_MS),
  signed: {
    as: "connect",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `connect/${id}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
    },
  },
};

export class StoredConnects implements ConnectStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async create(connect: PendingConnect): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(PENDING_CONNECTS, connect);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, id: string): Promise<PendingConnect | undefined> {
    return this.#records.get(PENDING_CONNECTS, [tenantId, id]);
  }

  /** Its own mark in place means that it has used the connect before. */
  async use(connect: PendingConnect, { at, by }: { at: string; by: string }): Promise<boolean> {
    const { version } = connect;
    const used: PendingConnect = { ...connect, used_at: at, used_by: by, version: 2 };
    if (await this.#records.replace(PENDING_CONNECTS, used, { used_by: null, version })) return true;
    return (await this.find(connect.tenant_id, connect.id))?.used_by === by;
  }

  list(tenantId: string, { now, ...page }: PageRequest & { now: number }): Promise<Page<PendingConnect>> {
    const wanted = (connect: PendingConnect) => isWaiting(connect, now);
    return this.#records.page(PENDING_CONNECTS, tenantId, { ...page, wanted });
  }
}
