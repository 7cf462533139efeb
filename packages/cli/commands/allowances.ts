import { apiCommand } from "./api-command.ts";
import { group } from "./command.ts";

/** Commands for destinations that calls may always use, as chosen when a call was approved. */
export const addAllowanceCommands = group({
  word: "allowances",
  about: "List and remove destinations that never need approval (approver key).",
  key: "approver-key",
  commands: [
    apiCommand({
      route: "GET /api/v1/allowances",
      words: "list",
      about: "List the destinations that were allowed with --always-for agent.",
      table: () => ({
        columns: { ALLOWANCE: "id", KIND: "kind", PLACE: "value", ALLOWED: "created_at", KEY: "key_id" },
        empty: "No destination is always allowed.",
      }),
    }),
    apiCommand({
      route: "DELETE /api/v1/allowances/{id}",
      words: "remove <id>",
      about: "Require approval for a destination again.",
      json: false,
      out: (_gone, { id }) => `removed ${id}`,
    }),
  ],
});
