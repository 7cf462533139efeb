import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { VersionedRecords } from "@plumbline/core/records/versioned-records.ts";
import { ClosingRows } from "../../../packages/core/records/closing-rows.ts";
import { EXPIRING_STATES, RecordStates } from "../../../packages/core/records/record-states.ts";
import { SignedRecords } from "../../../packages/core/records/signed-records.ts";
import { MemoryRecordStore } from "../../support/memory-record-store.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { wrappingKeyService } from "../../support/wrapping-key-service.ts";

/** A record that says where something goes. */
export interface Order {
  tenant_id: string;
  id: string;
  url: string;
  version: number;
  ended_at: string | null;
  looked_at?: string;
  mac?: string;
}

export const ORDERS: RecordKind<Order> = {
  name: "orders",
  table: "main",
  key: ["tenant_id", "id"],
  noted: ["looked_at"],
  signed: {
    as: "order",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `order/${id}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
      endedAt: ({ ended_at }) => ended_at,
    },
  },
};

/** The same without versions. */
export const NOTES: RecordKind<Order> = { ...ORDERS, name: "notes", signed: { as: "note" } };

const keyRecords = new MemoryRecordStore();
const random = seededRandom("signed records");

/** Signed and versioned records over a store, as one process of a stage opens them. */
export function openSigned(records: RecordStore, clock = new ManualClock()) {
  const keys = wrappingKeyService(seededRandom("keys"));
  const macs = new Vault(new DataKeys({ records: keyRecords, keys, clock, stage: "test" }), random);
  const states = new RecordStates({ records, macs, clock });
  const expiringStates = new RecordStates({ records, kind: EXPIRING_STATES, macs, clock });
  const closingRows = new ClosingRows(states, clock);
  const refused: string[] = [];
  const reportRefused = (kind: { name: string }, key: readonly unknown[]) =>
    void refused.push(`${kind.name} ${key.join("/")}`);
  const signed = new SignedRecords({ records, macs, closingRows, reportRefused });
  const options = { records: signed, states, expiringStates, closingRows, clock, reportRefused };
  return { versioned: new VersionedRecords(options), signed, closingRows, states, refused };
}
