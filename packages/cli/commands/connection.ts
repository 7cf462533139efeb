import { describeProvider, type ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { everyItem } from "../every-item.ts";
import { createNoSuchNameError, UsageError } from "../exit.ts";
import { findCredentialId, listCredentials } from "../find-credential.ts";
import { kindOption } from "../kind-option.ts";
import { printTable } from "../table.ts";
import { printAside, printJson, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { type CommandPorts, command, group, JSON_ALONE } from "./command.ts";

/** Defines `connection add` and `connection link`. `told` precedes the address. */
const defineStart = (told: string) =>
  ({
    route: "POST /api/v1/connections/{kind}",
    options: {
      named: kindOption("the kind of account to connect"),
      label: "--label <label>  a name that you choose, unique within its kind",
      renew: "--renew <id|label>  get new tokens for this connection; a different account is refused",
      scopes: ["--scope <scopes>  space-separated scopes to request in addition to the minimum", parseScopes],
    },
    local: ["named", "renew"],
    prepare: findKind,
    show(
      terminal: Terminal,
      begun: { expires_at: string; authorization_url?: string; connect_url?: string },
    ) {
      printAside(terminal, told);
      terminal.out(`${begun.authorization_url ?? begun.connect_url}\n`);
      printAside(
        terminal,
        `It can be used once, until ${begun.expires_at}. Afterwards: ${PLUMBLINE} connection list`,
      );
    },
  }) as const;

/** `connection`: commands for accounts connected through OAuth. */
export const addConnectionCommands = group({
  word: "connection",
  about: "Connect accounts by OAuth, and list connections and pending ones.",
  commands: [
    command({
      words: "list",
      about: "List connections, their problems, and pending ones.",
      options: { kind: kindOption("only this kind"), ...JSON_ALONE },
      examples: ["plumbline connection list", "plumbline connection list --kind slack"],
      async run({ kind, json }, { terminal, api }) {
        const listed = await listAll(api, kind);
        if (json) printJson(terminal, listed);
        else printListed(terminal, listed);
      },
    }),
    apiCommand({
      ...defineStart("Open this page, continue to the provider, sign in and give consent:"),
      words: "add",
      about: "Print the URL of a page where you connect an account.",
      examples: [
        "plumbline connection add --kind slack --label team",
        "plumbline connection add --renew team",
        'plumbline connection add --kind slack --label team --scope "channels:read"',
      ],
    }),
    apiCommand({
      ...defineStart("Send this URL to the account's owner:"),
      words: "link",
      about: "Create a page where a customer connects an account without an API key.",
      body: { link: true },
      examples: [
        "plumbline connection link --kind slack --label team",
        "plumbline connection link --renew team",
      ],
    }),
    command({
      words: "withdraw <id|label>",
      about: "Withdraw a pending connection: its URL stops working immediately.",
      options: { kind: kindOption("its kind, if several share the label") },
      examples: ["plumbline connection withdraw team"],
      async run({ id: named, kind: ofKind }, { terminal, api }) {
        const { kind, id, label } = findPending(await listPending(api, ofKind), named);
        await api.DELETE("/api/v1/connections/{kind}/{id}", { params: { path: { kind, id } } });
        terminal.out(`withdrawn: nobody can use the URL of ${label} any more\n`);
      },
    }),
  ],
});

/**
 * Finds a pending authorization by its label, or by the start of its ID as the list shows it. Throws
 * PlumblineError `not_found` without a match, and UsageError if several match.
 */
function findPending(pending: Listed["pending"], named: string): Listed["pending"][number] {
  const start = named.replace(/…$/, "");
  const found = pending.filter(
    ({ id, label }) => label === named || (start.length >= 8 && id.startsWith(start)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined)
    throw createNoSuchNameError(
      `There is no pending connection named ${named}. List them with: ${PLUMBLINE} connection list`,
    );
  const ids = found.map(({ id }) => id.slice(0, 12)).join(", ");
  throw new UsageError(`Several pending connections are named ${named}. Use one of these IDs: ${ids}`);
}

function parseScopes(text: string): string[] {
  return text.split(/\s+/).filter((one) => one !== "");
}

interface Begun {
  named?: ProviderKindName;
  label?: string;
  renew?: string;
}

/**
 * Finds the kind and the connection to reconnect. Throws UsageError if the command line gives neither a new
 * connection nor an existing one.
 */
async function findKind({ named, label, renew }: Begun, ports: CommandPorts) {
  if (renew !== undefined) {
    const { api } = ports;
    const path = { id: await findCredentialId(api, renew, named) };
    const { data } = await api.GET("/api/v1/credentials/{id}", { params: { path } });
    return { kind: data.kind, credential_id: data.id };
  }
  if (named !== undefined && label !== undefined) return { kind: named };
  throw new UsageError("Give --kind and --label for a new connection, or --renew for an existing one.");
}

interface Listed {
  connections: Schemas["Credential"][];
  pending: Schemas["PendingConnect"][];
}

/** Reads every page, because the user looks for problems anywhere in the list. */
async function listAll(api: ApiClient, kind: ProviderKindName | undefined): Promise<Listed> {
  return { connections: await listCredentials(api, kind), pending: await listPending(api, kind) };
}

async function listPending(api: ApiClient, kind: ProviderKindName | undefined): Promise<Listed["pending"]> {
  const pending = await everyItem((query) => api.GET("/api/v1/connections", { params: { query } }));
  return pending.filter((one) => kind === undefined || one.kind === kind);
}

function printListed(terminal: Terminal, { connections, pending }: Listed): void {
  if (connections.length + pending.length === 0) {
    terminal.err(
      `There is no connection yet. Create one: ${PLUMBLINE} connection add --kind KIND --label LABEL\n`,
    );
    return;
  }
  const rows = [
    ...connections.map(({ id, kind, metadata, status, label, account, health, warnings }) => ({
      cells: [
        id,
        kind,
        describeProvider({ kind, metadata }),
        status,
        label,
        account ?? (health === null ? "not tested" : "unknown"),
      ],
      below: warnings.map((warning) => `warning: ${warning}`),
    })),
    ...pending.map(({ id, kind, label, form, credential_id, expires_at }) => ({
      cells: [
        `${id.slice(0, 12)}…`,
        kind,
        describeProvider({ kind, metadata: {} }),
        "waiting",
        label,
        `${form === "link" ? "a page" : "an address at the provider"}, until ${expires_at}`,
      ],
      below: credential_id === null ? [] : [`renews ${credential_id}`],
    })),
  ];
  printTable(terminal, ["CONNECTION", "KIND", "PROVIDER", "STATUS", "LABEL", "ACCOUNT"], rows);
}
