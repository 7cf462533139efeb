import { apiClient, type DefaultKey } from "./api-client.ts";
import { printJson, printTable, type Terminal } from "./terminal.ts";

/** Options every list command has; what else a command was given filters the list. */
export interface ListOptions {
  json?: true;
  cursor?: string;
  [filter: string]: string | true | undefined;
}

export interface ListedAs {
  key: DefaultKey;
  header: readonly string[];
  row(item: Readonly<Record<string, string | null>>): readonly string[];
}

/** Shows one page of a list of the service; when there is more, standard error says how to go on. */
export async function showList(
  terminal: Terminal,
  path: string,
  { json, ...options }: ListOptions,
  { key, header, row }: ListedAs,
): Promise<void> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) query.set(name, String(value));
  const page = await apiClient(terminal, key).request("GET", query.size > 0 ? `${path}?${query}` : path);
  if (json) return printJson(terminal, page);
  printTable(terminal, header, (page.items as Record<string, string | null>[]).map(row));
  if (page.next_cursor) terminal.err(`More: --cursor ${page.next_cursor}\n`);
}
