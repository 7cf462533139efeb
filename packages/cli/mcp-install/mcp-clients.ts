import { isAbsolute, posix, win32 } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/** Desktop clients whose file of MCP servers is known. */
export const MCP_CLIENTS = ["claude", "cursor", "vscode"] as const;

export type McpClientName = (typeof MCP_CLIENTS)[number];

/** Location and format of MCP servers in a client. */
export interface McpClientFile {
  /** Its common name. */
  title: string;
  /** The property that contains the servers by name. */
  property: "mcpServers" | "servers";
  /** Step that makes the client read the file again. */
  nextStep: string;
}

export const MCP_CLIENT_FILES: Readonly<Record<McpClientName, McpClientFile>> = {
  // https://modelcontextprotocol.io/docs/develop/connect-local-servers
  claude: {
    title: "Claude Desktop",
    property: "mcpServers",
    nextStep: "Quit Claude Desktop and start it again; closing the window is not enough.",
  },
  // https://cursor.com/docs/context/mcp
  cursor: {
    title: "Cursor",
    property: "mcpServers",
    nextStep: "Restart Cursor, or enable the server in its settings under MCP.",
  },
  // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
  vscode: {
    title: "VS Code",
    property: "servers",
    nextStep: "Start it in VS Code with the command MCP: List Servers.",
  },
};

/** The program that a client starts, in the format of the client's file. */
export interface McpServerEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Returns the part of a client's file for this server. VS Code also requires the transport type. */
export function createClientConfig(client: McpClientName, entry: McpServerEntry): Record<string, unknown> {
  const server = client === "vscode" ? { type: "stdio", ...entry } : entry;
  return { [MCP_CLIENT_FILES[client].property]: { plumbline: server } };
}

/**
 * Returns the path of a client's file of servers for one user. Throws ConfigurationError if the environment
 * has no home folder.
 */
export function findClientConfigFile(
  client: McpClientName,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const { join } = platform === "win32" ? win32 : posix;
  const home = (platform === "win32" ? environment.USERPROFILE : undefined) || environment.HOME;
  if (!home) throw new ConfigurationError("There is no home folder: set HOME, or give the file with --file.");
  if (client === "cursor") return join(home, ".cursor", "mcp.json");
  const folder = findApplicationFolder(environment, platform, home);
  return client === "claude"
    ? join(folder, "Claude", "claude_desktop_config.json")
    : join(folder, "Code", "User", "mcp.json");
}

/** Returns the folder in which desktop programs store their settings. */
function findApplicationFolder(
  { APPDATA, XDG_CONFIG_HOME }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === "darwin") return posix.join(home, "Library", "Application Support");
  if (platform === "win32") return APPDATA || win32.join(home, "AppData", "Roaming");
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : posix.join(home, ".config");
}
