import { asTypedHere, PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import type { AddCommand } from "./commands/command.ts";
import { addHelpCommand } from "./commands/help.ts";
import { EXIT, formatFailure, UsageError } from "./exit.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

const EXAMPLES = `
Examples:
  plumbline dev                                      try the service with a sandbox
  plumbline serve                                    start the service on this machine
  plumbline doctor                                   find problems and fixes
  plumbline login --url https://plumbline.example.com   store a key for a remote service
  plumbline sandbox                                  run simulated providers, without an account
  plumbline research "Who was Ada Lovelace?"         a cited answer, or a refusal
  plumbline check answer.txt --source page.md        is each sentence of a text supported?
  plumbline chat                                     a conversation with the agent
  plumbline credential add --kind chatapp_bot --label team < token.txt
  plumbline connection link --kind slack --label team   create a page where a customer connects an account
  plumbline tool call chatapp_dm '{"to":"ada@example.com","text":"Hello"}'
  plumbline approvals list                           list calls that wait for approval
  plumbline watch add feed https://example.com/feed.xml
  plumbline watch list                               list watches and their health

Environment:
  PLUMBLINE_URL      the service to use; default: the one running from DATA_DIR, or the one signed in to
  PLUMBLINE_API_KEY  the key to use; default: the one from plumbline login, or DATA_DIR/dev-api-key, DATA_DIR/operator-key
                     for tenants and keys, DATA_DIR/approver-key for approvals, DATA_DIR/agent-key for mcp
  DATA_DIR           where the local service stores its data; default: .plumbline
  A .env file in this folder adds settings of the service (docs/settings.md), but never overrides the environment.

Exit codes:
  0    success; also when Ctrl-C ends a command that runs until then (serve, dev, sandbox; on a terminal chat, logs --follow, watch events --follow)
  1    refused or failed: by the service (including input that only it can check), by a tool or a provider, because nothing has the given name or ID, or because there is no key
  2    usage error, and nothing was changed: an unknown command or option, an invalid argument, or a name that several have
  130  any other command ended by Ctrl-C; 143 if ended by SIGTERM`;

/** Completes the words of all commands. */
const COMPLETION = "completion";

/**
 * The commands in the order of the help, each with its module. A command loads only its own module, because
 * loading all of them takes most of the time of a short command.
 */
const COMMANDS: readonly (readonly [
  words: string,
  load: () => Promise<AddCommand | readonly AddCommand[]>,
])[] = [
  ["serve", async () => (await import("./commands/local.ts")).addServeCommand],
  ["dev", async () => (await import("./commands/local.ts")).addDevCommand],
  ["doctor", async () => (await import("./commands/local.ts")).addDoctorCommand],
  ["backup", async () => (await import("./commands/store.ts")).addBackupCommand],
  ["restore", async () => (await import("./commands/restore.ts")).addRestoreCommand],
  ["drill", async () => (await import("./commands/drill.ts")).addDrillCommand],
  ["demo", async () => (await import("./commands/local.ts")).addDemoCommand],
  ["sandbox", async () => (await import("./commands/local.ts")).addSandboxCommand],
  ["login logout whoami", async () => (await import("./commands/login.ts")).LOGIN_COMMANDS],
  ["tenant", async () => (await import("./commands/tenants.ts")).addTenantCommands],
  ["key", async () => (await import("./commands/tenants.ts")).addKeyCommands],
  ["connection", async () => (await import("./commands/connection.ts")).addConnectionCommands],
  ["credential", async () => (await import("./commands/credential.ts")).addCredentialCommands],
  ["tool", async () => (await import("./commands/tool.ts")).addToolCommands],
  ["approvals", async () => (await import("./commands/approvals.ts")).addApprovalCommands],
  ["allowances", async () => (await import("./commands/allowances.ts")).addAllowanceCommands],
  ["chats", async () => (await import("./commands/chats.ts")).addChatCommands],
  ["policy", async () => (await import("./commands/policy.ts")).addPolicyCommands],
  ["watch", async () => (await import("./commands/watch.ts")).addWatchCommands],
  ["research", async () => (await import("./commands/research.ts")).addResearchCommand],
  ["check", async () => (await import("./commands/check.ts")).addCheckCommand],
  ["chat", async () => (await import("./commands/chat.ts")).addChatCommand],
  ["mcp", async () => (await import("./commands/mcp.ts")).addMcpCommand],
  ["audit", async () => (await import("./commands/audit.ts")).addAuditCommand],
  ["calls usage logs", async () => (await import("./commands/calls.ts")).CALL_COMMANDS],
  ["audit-log", async () => (await import("./commands/audit.ts")).addAuditLogCommands],
  ["export", async () => (await import("./commands/export.ts")).addExportCommand],
  ["rotate rewrap", async () => (await import("./commands/data-keys.ts")).DATA_KEY_COMMANDS],
  ["bootstrap", async () => (await import("./commands/stage.ts")).addBootstrapCommand],
  ["replay-erasures sign-records", async () => (await import("./commands/stage.ts")).STAGE_RECORDS_COMMANDS],
  [COMPLETION, async () => (await import("./commands/completion.ts")).addCompletionCommand],
];

/** Loads the command that is called or asked for, or all of them for the overview, a typo and completion. */
async function loadCommands([first, second]: readonly string[]): Promise<AddCommand[]> {
  if (first === "--version" || first === "-V") return [];
  const word = (first === "help" ? second : first) ?? "";
  const called = word === COMPLETION ? [] : COMMANDS.filter(([words]) => words.split(" ").includes(word));
  const loaded = (called.length > 0 ? called : COMMANDS).map(([, load]) => load());
  return (await Promise.all(loaded)).flat();
}

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const program = new Command(PLUMBLINE)
    // npx would consume an option placed right after `npx plumbline`, so the command comes first.
    .usage("COMMAND [options]")
    .description("Integrations and grounded research for LLM agents.")
    .version(manifest.version)
    .addHelpText("after", asTypedHere(EXAMPLES))
    .showHelpAfterError(`For all commands: ${PLUMBLINE} help`)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  let code: number = EXIT.ok;
  const finish = (result: number) => {
    code = result;
  };
  try {
    for (const add of await loadCommands(args)) add(program, terminal, finish);
    addHelpCommand(program, terminal, finish);
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(`${formatFailure(error)}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}
