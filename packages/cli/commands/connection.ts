import { credentialProvider, type ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { everyItem } from "../every-item.ts";
import { UsageError } from "../exit.ts";
import { findCredentialId, kindOption } from "../find-credential.ts";
import { printTable } from "../table.ts";
import { aside, printJson, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { type CommandPorts, command, group, JSON_ALONE } from "./command.ts";

/** Definition of `connection add` and `connection link`. `told` comes before the address. */
const begin = (told: string) =>
  ({
    route: "POST /api/v1/connections/{kind}",
    options: {
      named: kindOption("what is to be connected"),
      label: "--label <label>  a name of your own; one a kind",
      renew: "--renew <id|label>  give this connection new tokens; another account is refused",
      scopes: ["--scope <scopes>  space-separated scopes beside the smallest ones", scopeList],
    },
    local: ["named", "renew"],
    prepare: findKind,
    show(
      terminal: Terminal,
      begun: { expires_at: string; authorization_url?: string; connect_url?: string },
    ) {
      aside(terminal, told);
      terminal.out(`${begun.authorization_url ?? begun.connect_url}\n`);
      aside(
        terminal,
        `It makes one connection, until ${begun.expires_at}. Then: ${PLUMBLINE} connection list`,
      );
    },
  }) as const;

/** `connection`: accounts connected through OAuth. */
export const addConnectionCommands = group({
  word: "connection",
  about: "Connect accounts by OAuth, and list connections and connects that wait.",
  commands: [
    command({
      words: "list",
      about: "List connections, what is wrong with them, and connects that wait for a person.",
      options: { kind: kindOption("only of this kind"), ...JSON_ALONE },
      examples: ["plumbline connection list", "plumbline connection list --kind slack"],
      async run({ kind, json }, { terminal, api }) {
        const listed = await listAll(api, kind);
        if (json) printJson(terminal, listed);
        else printListed(terminal, listed);
      },
    }),
    apiCommand({
      ...begin("Open this page, go on to the provider, sign in and agree:"),
      words: "add",
      about: "Print the address of a page where you connect an account.",
      examples: [
        "plumbline connection add --kind slack --label team",
        "plumbline connection add --renew team",
        'plumbline connection add --kind slack --label team --scope "channels:read"',
      ],
    }),
    apiCommand({
      ...begin("Send this address to the person whose account it is:"),
      words: "link",
      about: "Make a page where a customer connects an account without a key.",
      body: { link: true },
      examples: [
        "plumbline connection link --kind slack --label team",
        "plumbline connection link --renew team",
      ],
    }),
    command({
      words: "withdraw <id|label>",
      about: "Take back a connect that waits: its address stops working at once.",
      options: { kind: kindOption("of this kind, where several have the label") },
      examples: ["plumbline connection withdraw team"],
      async run({ id: named, kind: ofKind }, { terminal, api }) {
        const { kind, id, label } = findWaiting(await listPending(api, ofKind), named);
        await api.DELETE("/api/v1/connections/{kind}/{id}", { params: { path: { kind, id } } });
        terminal.out(`${label} was taken back: nobody can connect with it any more\n`);
      },
    }),
  ],
});

/** Finds a pending authorization by its label, or by the start of its ID as shown in the list. */
function findWaiting(pending: Listed["pending"], named: string): Listed["pending"][number] {
  const start = named.replace(/…$/, "");
  const found = pending.filter(
    ({ id, label }) => label === named || (start.length >= 8 && id.startsWith(start)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UsageError(
    only === undefined
      ? `No connect named ${named} waits. See them with: ${PLUMBLINE} connection list`
      : `Several connects named ${named} wait. Name one by its id: ${found.map(({ id }) => id.slice(0, 12)).join(", ")}`,
  );
}

function scopeList(text: string): string[] {
  return text.split(/\s+/).filter((one) => one !== "");
}

interface Begun {
  named?: ProviderKindName;
  label?: string;
  renew?: string;
}

/**
 * Finds the kind and the connection to reconnect. Throws UsageError if neither a new connection nor an
 * existing one is named.
 */
async function findKind({ named, label, renew }: Begun, ports: CommandPorts) {
  if (renew !== undefined) {
    const { api } = ports;
    const path = { id: await findCredentialId(api, renew, named) };
    const { data } = await api.GET("/api/v1/credentials/{id}", { params: { path } });
    return { kind: data.kind, credential_id: data.id };
  }
  if (named !== undefined && label !== undefined) return { kind: named };
  throw new UsageError("Name a new connection with --kind and --label, or an existing one with --renew.");
}

interface Listed {
  connections: Schemas["Credential"][];
  pending: Schemas["PendingConnect"][];
}

/** Reads every page, because the user is looking for problems anywhere in the list. */
async function listAll(api: ApiClient, kind: ProviderKindName | undefined): Promise<Listed> {
  const query = kind ? { kind } : {};
  const all = await everyItem((paging) =>
    api.GET("/api/v1/credentials", { params: { query: { ...query, ...paging } } }),
  );
  const connections = all.filter(({ status }) => status !== "revoked");
  return { connections, pending: await listPending(api, kind) };
}

async function listPending(api: ApiClient, kind: ProviderKindName | undefined): Promise<Listed["pending"]> {
  const pending = await everyItem((query) => api.GET("/api/v1/connections", { params: { query } }));
  return pending.filter((one) => kind === undefined || one.kind === kind);
}

function printListed(terminal: Terminal, { connections, pending }: Listed): void {
  if (connections.length + pending.length === 0) {
    terminal.err(
      `There is no connection yet. Make one: ${PLUMBLINE} connection add --kind KIND --label LABEL\n`,
    );
    return;
  }
  const rows = [
    ...connections.map(({ id, kind, metadata, status, label, account, warnings }) => ({
      cells: [id, kind, credentialProvider({ kind, metadata }), status, label, account ?? "not tested"],
      below: warnings.map((warning) => `warning: ${warning}`),
    })),
    ...pending.map(({ id, kind, label, form, credential_id, expires_at }) => ({
      cells: [
        `${id.slice(0, 12)}…`,
        kind,
        credentialProvider({ kind, metadata: {} }),
        "waiting",
        label,
        `${form === "link" ? "a page" : "an address at the provider"}, until ${expires_at}`,
      ],
      below: credential_id === null ? [] : [`renews ${credential_id}`],
    })),
  ];
  printTable(terminal, ["CONNECTION", "KIND", "PROVIDER", "STATUS", "LABEL", "ACCOUNT"], rows);
}
