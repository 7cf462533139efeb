import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { quoteForShell } from "../printable.ts";
import { printAside, printJson, type Terminal } from "../terminal.ts";
import { addSampleMail, sampleCredentials } from "./samples.ts";

/**
 * Starts every sandbox provider, prints the settings that point the service at them, and runs until a stop
 * signal.
 */
export async function runSandbox(terminal: Terminal, { json }: { json: boolean }): Promise<void> {
  const sandbox = await startSandbox();
  addSampleMail(sandbox);
  try {
    const stopped = terminal.stopSignal();
    const settings = createSettings(sandbox);
    if (json) printJson(terminal, settings);
    else printLines(terminal, sandbox, settings);
    await stopped;
  } finally {
    await sandbox.close();
  }
}

type Settings = Readonly<Record<string, string>>;

/**
 * Returns the settings, with the model that answers from its sources. The egress guard permits the sandbox's
 * webhook receiver and feeds, because they are on loopback.
 */
function createSettings({ settings, modelSettings, webhook, feeds }: Sandbox): Settings {
  const EGRESS_ALLOW = `127.0.0.1:${webhook.port},127.0.0.1:${feeds.port}`;
  return { ...settings, ...modelSettings("truthful"), EGRESS_ALLOW };
}

/**
 * Prints the settings. Standard output contains only lines for a shell, because some shells accept no
 * comments.
 */
function printLines(terminal: Terminal, { webhook, feeds }: Sandbox, settings: Settings): void {
  printAside(
    terminal,
    "The sandbox runs until Ctrl-C. Paste this into the terminal that will run the service:\n",
  );
  for (const [name, value] of Object.entries(settings))
    terminal.out(`export ${name}=${quoteForShell(value)}\n`);
  printAside(
    terminal,
    `\nRun ${PLUMBLINE} serve there. Once the service is ready, paste this into a second terminal:\n`,
  );
  for (const credential of sampleCredentials) terminal.out(`${formatAddCommand(credential)}\n`);
  for (const line of [
    "\nNames to use in calls:",
    '  chat app   channel C0GENERAL, "to" ada@example.com or grace@example.com',
    `  notes      database_id ${sampleTasksDatabaseId}`,
    "  tracker    team_id ENG",
    `  mail       ${sampleMailUser}; credential_id is the id of "sandbox mailbox"`,
    `  webhook    ${webhook.url}/hook`,
    `  feed       ${feeds.url}/rss.xml`,
    '  research   "Who was Ada Lovelace?"',
    `  OAuth      ${PLUMBLINE} connection add --kind slack --renew sandbox`,
  ])
    printAside(terminal, line);
}

function formatAddCommand({ kind, label, token, metadata }: Schemas["CreateCredential"]): string {
  const more = metadata === undefined ? "" : ` --metadata ${quoteForShell(JSON.stringify(metadata))}`;
  const add = `${PLUMBLINE} credential add --kind ${kind} --label ${quoteForShell(label)}${more}`;
  return `echo ${quoteForShell(token)} | ${add}`;
}
