import { asTypedHere, PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { addAllowanceCommands } from "./commands/allowances.ts";
import { addApprovalCommands } from "./commands/approvals.ts";
import { addAuditCommand, addAuditLogCommands } from "./commands/audit.ts";
import { CALL_COMMANDS } from "./commands/calls.ts";
import { addChatCommand } from "./commands/chat.ts";
import { addChatCommands } from "./commands/chats.ts";
import { addCheckCommand } from "./commands/check.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addConnectionCommands } from "./commands/connection.ts";
import { addCredentialCommands } from "./commands/credential.ts";
import { addDrillCommand } from "./commands/drill.ts";
import { addExportCommand } from "./commands/export.ts";
import { addHelpCommand } from "./commands/help.ts";
import {
  addDemoCommand,
  addDevCommand,
  addDoctorCommand,
  addSandboxCommand,
  addServeCommand,
} from "./commands/local.ts";
import { addLoginCommands } from "./commands/login.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addPolicyCommands } from "./commands/policy.ts";
import { addResearchCommand } from "./commands/research.ts";
import { addRestoreCommand } from "./commands/restore.ts";
import { addBootstrapCommand, STAGE_RECORDS_COMMANDS } from "./commands/stage.ts";
import { addStoreCommands } from "./commands/store.ts";
import { addKeyCommands, addTenantCommands, DATA_KEY_COMMANDS } from "./commands/tenants.ts";
import { addToolCommands } from "./commands/tool.ts";
import { addWatchCommands } from "./commands/watch.ts";
import { EXIT, failureLine, UsageError } from "./exit.ts";
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
  1    refused or failed: by the service (including input that only it can check), by a tool or a provider, or because there is no key
  2    usage error, found before anything was sent: an unknown command or option, or an invalid argument
  130  any other command ended by Ctrl-C; 143 if ended by SIGTERM`;

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const program = new Command(PLUMBLINE)
    // npx would consume an option placed right after `npx plumbline`, so the command comes first.
    .usage("COMMAND [options]")
    .description("Integrations and grounded research for LLM agents.")
    .version(manifest.version)
    .addHelpText("after", asTypedHere(EXAMPLES))
    .showHelpAfterError(`For help: ${PLUMBLINE} help COMMAND`)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  let code: number = EXIT.ok;
  const finish = (result: number) => {
    code = result;
  };
  try {
    for (const add of [
      addServeCommand,
      addDevCommand,
      addDoctorCommand,
      addStoreCommands,
      addRestoreCommand,
      addDrillCommand,
      addDemoCommand,
      addSandboxCommand,
      addLoginCommands,
      addTenantCommands,
      addKeyCommands,
      addConnectionCommands,
      addCredentialCommands,
      addToolCommands,
      addApprovalCommands,
      addAllowanceCommands,
      addChatCommands,
      addPolicyCommands,
      addWatchCommands,
      addResearchCommand,
      addCheckCommand,
      addChatCommand,
      addMcpCommand,
      addAuditCommand,
      ...CALL_COMMANDS,
      addAuditLogCommands,
      addExportCommand,
      ...DATA_KEY_COMMANDS,
      addBootstrapCommand,
      ...STAGE_RECORDS_COMMANDS,
      addCompletionCommand,
      addHelpCommand,
    ]) {
      add(program, terminal, finish);
    }
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(`${failureLine(error)}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}
