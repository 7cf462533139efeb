import type { RecordKind } from "@plumbline/core/records/record-kind.ts";

/** Records of every form, under the names of real kinds, as stores have places for these alone. */

export interface Note {
  tenant_id: string;
  id: string;
  revision: string;
  kept_until: string;
  text: string;
  decided_at?: string | null | undefined;
  seen_at?: string | undefined;
  parts?: { name: string; count: number | null }[];
}

export const NOTES: RecordKind<Note> = {
  name: "approvals",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ kept_until }) => kept_until,
  noted: ["seen_at"],
  signed: false,
};

export interface Line {
  tenant_id: string;
  sequence: number;
  text: string;
}

export const LINES: RecordKind<Line> = {
  name: "audit_entries",
  table: "keys",
  key: ["tenant_id", "sequence"],
  digits: 12,
  signed: false,
};

export interface Owner {
  tenant_id: string;
  name: string;
  deleted_at: string | null;
  version?: number;
}

export const OWNERS: RecordKind<Owner> = {
  name: "tenants",
  table: "main",
  key: ["tenant_id"],
  listed: ({ tenant_id, deleted_at }) =>
    deleted_at === null ? { list: "", position: tenant_id } : undefined,
  signed: false,
};

export interface Pass {
  hash: string;
  key_id: string;
  tenant_id: string | null;
  revoked_at: string | null;
}

export const PASSES: RecordKind<Pass> = {
  name: "api_keys",
  table: "main",
  key: ["hash"],
  listed: ({ tenant_id, key_id }) => ({ list: tenant_id ?? "", position: key_id }),
  signed: false,
};

export interface LongText {
  tenant_id: string;
  approval_id: string;
  name: string;
  text: string;
  kept_until?: string;
}

export const LONG_TEXTS: RecordKind<LongText> = {
  name: "approval_texts",
  table: "main",
  key: ["tenant_id", "approval_id", "name"],
  expires: ({ kept_until }) => kept_until,
  large: "text",
  signed: false,
};

export interface State {
  tenant_id: string;
  record: string;
  version: number;
  revoked_at: string | null;
}

export const STATES: RecordKind<State> = {
  name: "record_states",
  table: "keys",
  key: ["tenant_id", "record"],
  signed: false,
};

export interface Name {
  tenant_id: string;
  subscription: string;
  watch_id: string;
}

/** Stores keep such a record without its key fields. */
export const NAMES: RecordKind<Name> = {
  name: "subscriptions",
  table: "main",
  key: ["tenant_id", "subscription"],
  signed: false,
};
