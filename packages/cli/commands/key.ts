import { AGENT_SCOPES, SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { describeUnknownScope } from "@plumbline/core/access/scope-refusal.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { type Command, InvalidArgumentError } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { commaList } from "../command-input.ts";
import { everyItem } from "../every-item.ts";
import { UsageError } from "../exit.ts";
import { printableLine } from "../printable.ts";
import { printPage } from "../table.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface CreateOptions {
  scopes?: Scope[];
  tools?: string[];
  credentials?: string[];
  readOnly?: true;
  requestsPerMinute?: number;
  expiresAt?: string;
  json?: true;
}

export const addKeyCommands: AddCommand = (program, terminal) => {
  const key = program
    .command("key")
    .description("Administer the API keys of a tenant, named by its id or name (operator key).");

  key
    .command("create <tenant> <name>")
    .description("Make a key; it is shown once.")
    .option(
      "--scopes <scopes>",
      `comma list of ${SCOPES.join(", ")}; default: all but approvals:grant and connections:raw`,
      scopes,
    )
    .option("--tools <names>", "comma list of the only tools it may use", commaList)
    .option("--credentials <ids>", "comma list of the only credentials it may use", commaList)
    .option("--read-only", "it may use only tools that read")
    .option("--requests-per-minute <number>", "limit of this key", perMinute)
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        "plumbline key create TENANT newsroom --scopes research",
        "plumbline key create TENANT reader --scopes research,tools:read,tools:call --read-only",
      ),
    )
    .addHelpText("after", `\nThe scopes of an agent's key: ${AGENT_SCOPES.join(",")}\n`)
    .action(async (tenant: string, name: string, { json, ...given }: CreateOptions) => {
      const body = {
        name,
        ...(given.scopes && { scopes: given.scopes }),
        ...(given.tools && { allowed_tools: given.tools }),
        ...(given.credentials && { allowed_credentials: given.credentials }),
        ...(given.readOnly && { read_only: true }),
        ...(given.requestsPerMinute && { requests_per_minute: given.requestsPerMinute }),
        ...(given.expiresAt && { expires_at: given.expiresAt }),
      };
      const api = apiClient(terminal, "operator-key");
      const id = await findTenantId(api, tenant);
      const { data: made } = await api.POST("/api/v1/tenants/{id}/keys", {
        params: { path: { id } },
        body,
      });
      if (json) return printJson(terminal, made);
      terminal.out(`key id  ${made.key_id}\nkey     ${made.api_key}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
    });

  key
    .command("list <tenant>")
    .description("List a tenant's keys; never their secrets.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline key list TENANT"))
    .action(async (tenant: string, { json, ...query }: { json?: true; cursor?: string }) => {
      const api = apiClient(terminal, "operator-key");
      const id = await findTenantId(api, tenant);
      const { data } = await api.GET("/api/v1/tenants/{id}/keys", {
        params: { path: { id }, query },
      });
      printPage(terminal, data, json, {
        ...KEY_TABLE,
        empty: `There is no key yet. Make one: ${PLUMBLINE} key create ${id} NAME`,
      });
    });

  key
    .command("revoke <tenant> <key_id>")
    .description("Revoke a key; it stops at once.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline key revoke TENANT KEY_ID"))
    .action(async (tenant: string, keyId: string, { json }: { json?: true }) => {
      const api = apiClient(terminal, "operator-key");
      const id = await findTenantId(api, tenant);
      const { data: revoked } = await api.DELETE("/api/v1/tenants/{id}/keys/{key_id}", {
        params: { path: { id, key_id: keyId } },
      });
      if (json) return printJson(terminal, revoked ?? { key_id: keyId });
      if (!revoked) return terminal.out(`revoked ${keyId}; its record was damaged\n`);
      terminal.out(`revoked ${revoked.key_id} at ${revoked.revoked_at}\n`);
    });

  addRotateCommand(key, terminal);
};

function addRotateCommand(key: Command, terminal: Terminal): void {
  key
    .command("rotate <tenant> <key_id>")
    .description("Make a key that may do the same, and end this one; the new one is shown once.")
    .option("--overlap <seconds>", "let the old key go on so long; it ends at once by default", seconds)
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline key rotate TENANT KEY_ID --overlap 3600"))
    .action(async (tenant: string, keyId: string, { overlap, json }: { overlap?: number; json?: true }) => {
      const api = apiClient(terminal, "operator-key");
      const id = await findTenantId(api, tenant);
      const { data: made } = await api.POST("/api/v1/tenants/{id}/keys/{key_id}/rotate", {
        params: { path: { id, key_id: keyId } },
        body: overlap === undefined ? {} : { overlap_seconds: overlap },
      });
      if (json) return printJson(terminal, made);
      terminal.out(`key id  ${made.key_id}\nkey     ${made.api_key}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
    });
}

function perMinute(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 on.");
}

function seconds(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}

function scopes(text: string): Scope[] {
  return commaList(text).map((name) => {
    const scope = SCOPES.find((known) => known === name);
    if (scope) return scope;
    throw new InvalidArgumentError(describeUnknownScope(name));
  });
}

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

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Finds the id of a tenant that an operator names by its id or its name. Throws UsageError when none has the
 * name, or several have it.
 */
async function findTenantId(api: ApiClient, named: string): Promise<string> {
  if (ID.test(named)) return named;
  const tenants = await everyItem((query) => api.GET("/api/v1/tenants", { params: { query } }));
  const found = tenants.filter(({ name }) => name === named).map(({ tenant_id }) => tenant_id);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const shown = `"${printableLine(named)}"`;
  throw new UsageError(
    only === undefined
      ? `No tenant has the id or the name ${shown}; see ${PLUMBLINE} tenant list.`
      : `Several tenants have the name ${shown}; name one by its id: ${found.join(", ")}`,
  );
}
