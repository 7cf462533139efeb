import { AGENT_SCOPES, describeUnknownScope, SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { InvalidArgumentError } from "commander";
import { splitCommaList } from "../command-input.ts";
import { everyItem } from "../every-item.ts";
import { createNoSuchNameError, UsageError } from "../exit.ts";
import { toPrintableLine } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { type CommandPorts, group } from "./command.ts";

const TENANT_DATA =
  "its keys, its credentials (which stay valid at their providers), its watches and their events, and the stored results of its calls";

export const addTenantCommands = group({
  word: "tenant",
  about: "Administer tenants (operator key).",
  key: "operator-key",
  commands: [
    apiCommand({
      route: "POST /api/v1/tenants",
      words: "create <name>",
      about: "Create a tenant, an admin key and an agent key; the keys are shown once.",
      options: { external_id: "--external-id <id>  your own ID for it" },
      examples: ['plumbline tenant create "Analytical Engines Ltd"'],
      out: (made) => `tenant     ${made.tenant_id}\nkey        ${made.api_key}\nagent key  ${made.agent_key}`,
      err: () => "Store the keys safely: they are not shown again. Give agents the agent key.",
    }),
    apiCommand({
      route: "GET /api/v1/tenants",
      words: "list",
      about: "List tenants.",
      table: {
        columns: { TENANT: "tenant_id", CREATED: "created_at", NAME: "name" },
        empty: `There is no tenant yet. Create one: ${PLUMBLINE} tenant create NAME`,
      },
    }),
    apiCommand({
      route: "DELETE /api/v1/tenants/{id}",
      words: "delete <id>",
      about: `Erase a tenant with ${TENANT_DATA}; its keys stop working immediately. This cannot be undone.`,
      options: { yes: "--yes  do not ask to type the tenant's ID" },
      local: ["yes"],
      json: false,
      async prepare({ id, yes }, { terminal, api }) {
        // Without an operator key, the request fails anyway.
        if (api && !yes) await confirmErasure(terminal, id);
        return undefined;
      },
      wait: "erasing…",
      out: (_gone, { id }) => `deleted ${id}`,
    }),
  ],
});

/** Throws UsageError unless the user types the ID. */
async function confirmErasure({ dialogue, err }: Terminal, id: string): Promise<void> {
  if (!dialogue) throw new UsageError("There is no terminal to ask for confirmation: add --yes.");
  err(`This erases the tenant with ${TENANT_DATA}.\n`);
  const typed = await dialogue.ask("Type the tenant's ID to continue: ");
  if (typed?.trim() !== id) throw new UsageError("That is not the tenant's ID: nothing was erased.");
}

/** Columns of API keys in lists of tenants' and operators' keys. */
export const KEY_COLUMNS = {
  KEY: "key_id",
  STATUS: ({ revoked_at }: { revoked_at: string | null }) => (revoked_at === null ? "active" : "revoked"),
  "LAST USED": ({ last_used_at }: { last_used_at: string | null }) => last_used_at ?? "never used",
  NAME: "name",
} as const;

/** Resolves the <tenant> argument of all key commands, an ID or a name, to an ID. */
const TENANT_ARGUMENT = {
  local: ["tenant"],
  prepare: async ({ tenant }: { tenant: string }, { api }: CommandPorts) => ({
    id: await findTenantId(api, tenant),
  }),
} as const;

/** Output for a new key, which is shown only once. */
const NEW_KEY = {
  out: ({ key_id, api_key }: { key_id: string; api_key: string }) => `key id  ${key_id}\nkey     ${api_key}`,
  err: () => "Store the key safely: it is not shown again.",
};

export const addKeyCommands = group({
  word: "key",
  about: "Administer the API keys of a tenant, given by ID or name (operator key).",
  key: "operator-key",
  commands: [
    apiCommand({
      ...TENANT_ARGUMENT,
      ...NEW_KEY,
      route: "POST /api/v1/tenants/{id}/keys",
      words: "create <tenant> <name>",
      about: "Create a key; it is shown once.",
      options: {
        scopes: [
          `--scopes <scopes>  comma-separated list of ${SCOPES.join(", ")}; default: all but approvals:grant and connections:raw`,
          parseScopes,
        ],
        allowed_tools: [
          "--tools <names>  comma-separated list of the tools it may use; default: all",
          splitCommaList,
        ],
        allowed_credentials: [
          "--credentials <ids>  comma-separated list of the credentials it may use; default: all",
          splitCommaList,
        ],
        read_only: "--read-only  allow only tools that read",
        requests_per_minute: ["--requests-per-minute <number>  limit for this key", parsePerMinute],
        expires_at: "--expires-at <time>  ISO 8601 time with offset",
      },
      examples: [
        "plumbline key create TENANT newsroom --scopes research",
        "plumbline key create TENANT reader --scopes research,tools:read,tools:call --read-only",
      ],
      after: `\n\nScopes of an agent key: ${AGENT_SCOPES.join(",")}\n`,
    }),
    apiCommand({
      ...TENANT_ARGUMENT,
      route: "GET /api/v1/tenants/{id}/keys",
      words: "list <tenant>",
      about: "List a tenant's keys, without their secrets.",
      table: (_page, { id }) => ({
        columns: KEY_COLUMNS,
        empty: `There is no key yet. Create one: ${PLUMBLINE} key create ${id} NAME`,
      }),
    }),
    apiCommand({
      ...TENANT_ARGUMENT,
      route: "DELETE /api/v1/tenants/{id}/keys/{key_id}",
      words: "revoke <tenant> <key_id>",
      about: "Revoke a key; it stops working immediately.",
      json: (revoked, { key_id }) => revoked ?? { key_id },
      out: (revoked, { key_id }) => formatRevoked(revoked, key_id),
    }),
    apiCommand({
      ...TENANT_ARGUMENT,
      ...NEW_KEY,
      route: "POST /api/v1/tenants/{id}/keys/{key_id}/rotate",
      words: "rotate <tenant> <key_id>",
      about: "Replace a key with a new one that has the same permissions; the new key is shown once.",
      options: {
        overlap_seconds: [
          "--overlap <seconds>  keep the old key valid for this long; default: 0",
          parseSeconds,
        ],
      },
      body: {},
      examples: ["plumbline key rotate TENANT KEY_ID --overlap 3600"],
    }),
  ],
});

/**
 * Describes a revocation. `revoked` is the key or credential, or `undefined` if its record could not be read.
 */
export function formatRevoked(
  revoked:
    | { key_id: string; revoked_at: string | null }
    | { id: string; revoked_at: string | null }
    | undefined,
  named: string,
): string {
  if (!revoked) return `revoked ${named}; its record was damaged`;
  return `revoked ${"key_id" in revoked ? revoked.key_id : revoked.id} at ${revoked.revoked_at}`;
}

function parsePerMinute(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number, 1 or greater.");
}

function parseSeconds(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}

function parseScopes(text: string): Scope[] {
  return splitCommaList(text).map((name) => {
    const scope = SCOPES.find((known) => known === name);
    if (scope) return scope;
    throw new InvalidArgumentError(describeUnknownScope(name));
  });
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Finds a tenant by its ID or name and returns its ID. Throws PlumblineError `not_found` if no tenant
 * has the name, and UsageError if several have it.
 */
async function findTenantId(api: CommandPorts["api"], named: string): Promise<string> {
  if (ID.test(named)) return named;
  const tenants = await everyItem((query) => api.GET("/api/v1/tenants", { params: { query } }));
  const found = tenants.filter(({ name }) => name === named).map(({ tenant_id }) => tenant_id);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const shown = `"${toPrintableLine(named)}"`;
  if (only === undefined)
    throw createNoSuchNameError(`No tenant has the ID or name ${shown}; see ${PLUMBLINE} tenant list.`);
  throw new UsageError(`Several tenants have the name ${shown}; use one of these IDs: ${found.join(", ")}`);
}
