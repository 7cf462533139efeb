import { credentialProvider, type ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { Command } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { everyItem } from "../every-item.ts";
import { UsageError } from "../exit.ts";
import { findCredentialId, kindOption } from "../find-credential.ts";
import { printTable } from "../table.ts";
import { aside, printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface StartOptions {
  kind?: ProviderKindName;
  label?: string;
  renew?: string;
  scope?: string;
  json?: true;
}

type Started =
  | { authorization_url: string; expires_at: string }
  | { connect_url: string; expires_at: string };

/** `connection`: accounts that are connected by OAuth. */
export const addConnectionCommands: AddCommand = (program, terminal) => {
  const connection = program
    .command("connection")
    .description("Connect accounts by OAuth, and list connections and connects that wait.");

  connection
    .command("list")
    .description("List connections, what is wrong with them, and connects that wait for a person.")
    .addOption(kindOption("only of this kind"))
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline connection list", "plumbline connection list --kind slack"))
    .action(async ({ kind, json }: { kind?: ProviderKindName; json?: true }) => {
      const listed = await listAll(apiClient(terminal, "dev-api-key"), kind);
      if (json) printJson(terminal, listed);
      else printListed(terminal, listed);
    });

  startCommand(connection, "add", "Print the address of a page where you connect an account.")
    .addHelpText(
      "after",
      examples(
        "plumbline connection add --kind slack --label team",
        "plumbline connection add --renew team",
        'plumbline connection add --kind slack --label team --scope "channels:read"',
      ),
    )
    .action(async (options: StartOptions) => {
      const { answer, json } = await started(terminal, options, false);
      if (json) return printJson(terminal, answer);
      if (!("authorization_url" in answer)) return;
      aside(terminal, "Open this page, go on to the provider, sign in and agree:");
      terminal.out(`${answer.authorization_url}\n`);
      aside(
        terminal,
        `It makes one connection, until ${answer.expires_at}. Then: ${PLUMBLINE} connection list`,
      );
    });

  startCommand(connection, "link", "Make a page where a customer connects an account without a key.")
    .addHelpText(
      "after",
      examples(
        "plumbline connection link --kind slack --label team",
        "plumbline connection link --renew team",
      ),
    )
    .action(async (options: StartOptions) => {
      const { answer, json } = await started(terminal, options, true);
      if (json) return printJson(terminal, answer);
      if (!("connect_url" in answer)) return;
      aside(terminal, "Send this address to the person whose account it is:");
      terminal.out(`${answer.connect_url}\n`);
      aside(
        terminal,
        `It makes one connection, until ${answer.expires_at}. Then: ${PLUMBLINE} connection list`,
      );
    });

  connection
    .command("withdraw <id|label>")
    .description("Take back a connect that waits: its address stops working at once.")
    .addOption(kindOption("of this kind, where several have the label"))
    .addHelpText("after", examples("plumbline connection withdraw team"))
    .action(async (named: string, { kind }: { kind?: ProviderKindName }) => {
      const api = apiClient(terminal, "dev-api-key");
      const waiting = findWaiting(await listPending(api, kind), named);
      const path = { kind: waiting.kind, id: waiting.id };
      await api.DELETE("/api/v1/connections/{kind}/{id}", { params: { path } });
      terminal.out(`${waiting.label} was taken back: nobody can connect with it any more\n`);
    });
};

/** Finds a waiting connect by its label, or by the beginning of its id as the list shows it. */
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

function startCommand(connection: Command, name: string, description: string): Command {
  return connection
    .command(name)
    .description(description)
    .addOption(kindOption("what is to be connected"))
    .option("--label <label>", "a name of your own; one a kind")
    .option("--renew <id|label>", "give this connection new tokens; another account is refused")
    .option("--scope <scopes>", "space-separated scopes beside the smallest ones")
    .option("--json", "print JSON alone");
}

/** Throws UsageError when neither a new connection nor one to renew is named. */
async function started(terminal: Terminal, options: StartOptions, link: boolean) {
  const { kind: named, label, renew, scope, json } = options;
  const scopes = scope?.split(/\s+/).filter((one) => one !== "");
  if (renew === undefined && (named === undefined || label === undefined))
    throw new UsageError("Name a new connection with --kind and --label, or an existing one with --renew.");
  const api = apiClient(terminal, "dev-api-key");
  const renewed = renew === undefined ? undefined : await readCredential(api, renew, named);
  const kind = renewed?.kind ?? named;
  if (kind === undefined) throw new UsageError("Name the kind with --kind.");
  const body = {
    ...(label === undefined ? {} : { label }),
    ...(renewed === undefined ? {} : { credential_id: renewed.id }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(link ? { link } : {}),
  };
  const { data } = await api.POST("/api/v1/connections/{kind}", { params: { path: { kind } }, body });
  const answer: Started = data;
  return { answer, json };
}

async function readCredential(api: ApiClient, named: string, kind: ProviderKindName | undefined) {
  const id = await findCredentialId(api, named, kind);
  return (await api.GET("/api/v1/credentials/{id}", { params: { path: { id } } })).data;
}

interface Listed {
  connections: Schemas["Credential"][];
  pending: Schemas["PendingConnect"][];
}

/** Reads every page: a person looks for what is wrong, wherever it stands. */
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
