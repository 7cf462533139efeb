import { looksLikeApiKey } from "@plumbline/core/access/api-keys.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { InvalidArgumentError } from "commander";
import { createClient } from "../api-client.ts";
import { readSecret } from "../command-input.ts";
import { UsageError } from "../exit.ts";
import { chooseUrl, findService, isLocal, listSignedIn, type ServiceAccess } from "../login/find-service.ts";
import { deleteLogin, findLogin, normalizeServiceUrl, storeLogin } from "../login/login-file.ts";
import { withSpinner } from "../spinner.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { command } from "./command.ts";

const HELP = `
The key is stored in XDG_CONFIG_HOME/plumbline or ~/.config/plumbline, readable only by you: one tenant key
and one operator key per service. Commands use it for the service signed in to last, or for PLUMBLINE_URL.
PLUMBLINE_API_KEY takes precedence and, without PLUMBLINE_URL, so do DATA_DIR and a service running in this folder.`;

const NOT_IN_USE =
  "It is not used here: PLUMBLINE_URL, PLUMBLINE_API_KEY, DATA_DIR or a service running in this folder takes precedence.";

/** Commands for stored keys: `login`, `logout` and `whoami`. */
export const LOGIN_COMMANDS = [
  command({
    words: "login",
    about: "Sign in to a service: ask for an API key (or read it from standard input) and store it.",
    options: { url: ["--url <url>  the service; default: PLUMBLINE_URL, or the local one", parseHttpUrl] },
    examples: ["plumbline login --url https://plumbline.example.com", "plumbline login < key.txt"],
    after: `\n${HELP}`,
    async run({ url: named }, { terminal }) {
      const url = normalizeServiceUrl(named ?? chooseUrl(terminal.environment));
      if (isUnencrypted(url))
        terminal.err(
          `warning: the connection to ${url} is not encrypted; others may be able to read the key.\n`,
        );
      const key = await askKey(terminal, url);
      const visit = await readVisit(terminal, { url, key, keySource: "your input" });
      const file = storeLogin(terminal.environment, url, visit.role, key);
      terminal.out(`signed in at ${url} as ${formatOwner(visit)}\n`);
      terminal.err(`The key is stored in ${file}. To erase it: ${PLUMBLINE} logout\n`);
      const inUse = listSignedIn(terminal).some((access) => access.url === url && access.key === key);
      if (!inUse) terminal.err(`${NOT_IN_USE}\n`);
    },
  }),
  command({
    words: "logout",
    about: "Erase the keys stored for a service. They remain valid: use key revoke to revoke one.",
    options: {
      url: ["--url <url>  the service; default: PLUMBLINE_URL, or the one signed in to last", parseHttpUrl],
    },
    run({ url: named }, { terminal }) {
      const { environment } = terminal;
      const url = named ?? (environment.PLUMBLINE_URL || findLogin(environment)?.url);
      if (url === undefined || !deleteLogin(environment, url))
        terminal.err(`You are not signed in${url === undefined ? "" : ` at ${normalizeServiceUrl(url)}`}.\n`);
      else terminal.out(`signed out of ${normalizeServiceUrl(url)}\n`);
    },
  }),
  command({
    words: "whoami",
    about: "Show which service and key the commands use, and what the key may do.",
    options: { json: "--json  print JSON alone" },
    async run({ json }, { terminal }) {
      const signedIn = listSignedIn(terminal);
      const used = signedIn.length > 0 ? signedIn : [findService(terminal, "dev-api-key")];
      const items = [];
      for (const access of used) {
        const { ends_at: _of_the_visit, ...who } = await readVisit(terminal, access);
        items.push({ url: access.url, ...who, key_source: access.keySource });
      }
      if (json) return printJson(terminal, { items });
      for (const { url, key_id, scopes, read_only, key_source, ...who } of items) {
        terminal.out(`${url}  ${formatOwner(who)}\n  key     ${key_id}, from ${key_source}\n`);
        const may = who.role === "operator" ? "tenants and keys" : scopes.join(", ");
        terminal.out(`  may do  ${may}${read_only ? " (read-only tools)" : ""}\n`);
      }
    },
  }),
];

/** Asks for a key. Throws UsageError for text that cannot be a key before anything is sent. */
async function askKey(terminal: Terminal, url: string): Promise<string> {
  const typed = await terminal.dialogue?.askSecret(`API key for ${url} (it is not shown): `);
  const key = terminal.dialogue ? typed?.trim() : await readSecret(terminal, "key");
  if (key !== undefined && looksLikeApiKey(key)) return key;
  throw new UsageError("That is not an API key: they start with plk_, or with plo_ for operators.");
}

/** Asks the service about the key's owner. Throws PlumblineError for an unknown key. */
async function readVisit(terminal: Terminal, access: ServiceAccess) {
  const asked = createClient(access).POST("/api/v1/visit", { body: { api_key: access.key } });
  return (await withSpinner(terminal, "contacting the service…", asked)).data;
}

function formatOwner({ role, tenant_id }: { role: string; tenant_id: string | null }): string {
  return role === "operator" ? "an operator" : `the tenant ${tenant_id}`;
}

/** Returns whether a key would be sent unencrypted to another machine. */
function isUnencrypted(url: string): boolean {
  return url.startsWith("http:") && !isLocal(url);
}

function parseHttpUrl(text: string): string {
  if (/^https?:\/\//.test(text) && parseUrl(text) !== undefined) return text;
  throw new InvalidArgumentError("It must be a URL such as https://plumbline.example.com.");
}
