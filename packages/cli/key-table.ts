interface ListedKey {
  key_id: string;
  name: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** API keys as lists show them, a tenant's and operators' alike. */
export const KEY_TABLE = {
  header: ["KEY", "STATUS", "LAST USED", "NAME"],
  row: ({ key_id, revoked_at, last_used_at, name }: ListedKey) => [
    key_id,
    revoked_at === null ? "active" : "revoked",
    last_used_at ?? "never used",
    name,
  ],
} as const;
