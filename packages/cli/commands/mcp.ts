import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { Argument, type Command, InvalidArgumentError } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { createApiClient } from "../api-client.ts";
import { readLines } from "../command-input.ts";
import { UsageError } from "../exit.ts";
import { getDataFolder } from "../files.ts";
import { findLoginInUse, findService } from "../login/find-service.ts";
import {
  createClientConfig,
  findClientConfigFile,
  MCP_CLIENT_FILES,
  MCP_CLIENTS,
  type McpClientName,
} from "../mcp-install/mcp-clients.ts";
import { mergeConfig } from "../mcp-install/merge-config.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

const { least, most, byDefault } = RESULT_CHARS;

export const addMcpCommand: AddCommand = (program, terminal, finish) => {
  const mcp = program
    .command("mcp")
    .description("Run an MCP server over standard input and output, for a desktop client that starts it.")
    .option("--tools <names>", "comma-separated list of the tools to offer; default: all")
    .option(
      "--max-result-chars <n>",
      `maximum characters of a result, ${least} to ${most}; default: ${byDefault}`,
      parseResultChars,
    )
    .action(async ({ tools, maxResultChars }: { tools?: string; maxResultChars?: number }) => {
      const query = new URLSearchParams({
        ...(tools === undefined ? {} : { tools }),
        ...(maxResultChars === undefined ? {} : { max_result_chars: String(maxResultChars) }),
      });
      const path = query.size === 0 ? "/mcp" : `/mcp?${query}`;
      const { exchange } = createApiClient(terminal, "agent-key");
      const { McpBridge } = await import("../mcp-bridge.ts");
      const bridge = new McpBridge({
        post: (init) => exchange(path, { ...init, method: "POST" }),
        write: (message) => terminal.out(`${JSON.stringify(message)}\n`),
        warn: (text) => terminal.err(`${text}\n`),
      });
      await bridge.run(readLines(process.stdin));
    });
  addMcpInstallCommand(mcp, terminal, finish);
};

function parseResultChars(text: string): number {
  const chars = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (chars < least || chars > most)
    throw new InvalidArgumentError(`It must be between ${least} and ${most}.`);
  return chars;
}

interface InstallOptions {
  print?: true;
  file?: string;
  /** Both are options of `mcp` itself, which accepts them in any position. */
  tools?: string;
  maxResultChars?: number;
}

/** `mcp install`: adds Plumbline to a desktop client's file of MCP servers. */
const addMcpInstallCommand: AddCommand = (mcp, terminal) => {
  mcp
    .command("install")
    .description("Add Plumbline to a desktop client's MCP servers; other entries are kept.")
    .addArgument(new Argument("<client>", "the client").choices(MCP_CLIENTS))
    .option("--print", "only print the JSON to add; write nothing")
    .option("--file <path>", "a file other than the client's default for this user, such as .vscode/mcp.json")
    .addHelpText(
      "after",
      `${examples(
        "plumbline mcp install claude",
        "plumbline mcp install cursor --tools grounded_research,connections_list",
        "plumbline mcp install vscode --print",
      )}

--tools and --max-result-chars are passed to plumbline mcp. No key is written to the file: the client uses
the agent key in the data folder, or the key from plumbline login for a remote service. The previous file
is copied to a backup in the same folder.`,
    )
    .action((client: McpClientName, _own: InstallOptions, command: Command) => {
      const options: InstallOptions = command.optsWithGlobals();
      const { environment, signedIn } = createEnvironment(terminal);
      const [program, ...words] = findOwnCommand();
      const config = createClientConfig(client, {
        command: program,
        args: [...words, "mcp", ...toOptions(options)],
        env: environment,
      });
      if (options.print) return printJson(terminal, config);
      const { title, nextStep } = MCP_CLIENT_FILES[client];
      const file = options.file ?? findClientConfigFile(client, terminal.environment, process.platform);
      const { changed, backup } = mergeConfig(resolve(file), config);
      if (!changed) return terminal.out(`${file} already has it\n`);
      terminal.out(`added plumbline to ${title}'s MCP servers in ${file}\n`);
      if (backup !== undefined) terminal.err(`The previous file: ${backup}\n`);
      if (signedIn)
        terminal.err(
          "It uses the key from plumbline login; sign in with an agent key to give it fewer permissions.\n",
        );
      terminal.err(`${nextStep}\n`);
    });
};

/**
 * Returns the program that a client starts. If npx runs this program from its cache, which may be cleared,
 * returns npx itself.
 */
function findOwnCommand(): [program: string, ...words: string[]] {
  const path = fileURLToPath(new URL("../bin/plumbline.js", import.meta.url));
  const isKeptByNpx = /[/\\]_npx[/\\]/.test(path);
  return isKeptByNpx ? ["npx", "--yes", `plumbline@${manifest.version}`] : [process.execPath, path];
}

function toOptions({ tools, maxResultChars }: InstallOptions): string[] {
  return [
    ...(tools === undefined ? [] : ["--tools", tools]),
    ...(maxResultChars === undefined ? [] : ["--max-result-chars", String(maxResultChars)]),
  ];
}

/**
 * Returns the environment for a client, which starts in its own folder without this shell's environment.
 * Throws ConfigurationError without a key, and UsageError for a key from the environment.
 */
function createEnvironment(terminal: Terminal): { environment: Record<string, string>; signedIn: boolean } {
  const { PLUMBLINE_API_KEY, PLUMBLINE_URL, XDG_CONFIG_HOME } = terminal.environment;
  const login = findLoginInUse(terminal.environment);
  if (PLUMBLINE_API_KEY?.trim() || (PLUMBLINE_URL && !login))
    throw new UsageError(
      `Keys are never written to another program's file: sign in with ${PLUMBLINE} login --url URL, and unset PLUMBLINE_API_KEY.`,
    );
  // Throws if there is no key.
  findService(terminal, "agent-key");
  if (!login)
    return { environment: { DATA_DIR: resolve(getDataFolder(terminal.environment)) }, signedIn: false };
  const config = XDG_CONFIG_HOME ? { XDG_CONFIG_HOME } : {};
  return { environment: { PLUMBLINE_URL: login.url, ...config }, signedIn: true };
}
