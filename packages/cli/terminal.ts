/** Where the command line reads and writes; replaced in tests. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** All of standard input as text; `undefined` when it is a terminal, where nothing waits to be read. */
  input(): Promise<string | undefined>;
  /** Standard output is a terminal, so colour is welcome. */
  colour: boolean;
  environment: Readonly<Record<string, string | undefined>>;
}

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async input() {
    if (process.stdin.isTTY) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
  },
  colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  environment: process.env,
};

/** Text in an ANSI style where colour is welcome. */
export function style(
  terminal: Terminal,
  kind: "bold" | "dim" | "green" | "red" | "cyan",
  text: string,
): string {
  const codes = { bold: 1, dim: 2, green: 32, red: 31, cyan: 36 };
  return terminal.colour ? `\u001b[${codes[kind]}m${text}\u001b[0m` : text;
}

/** Prints a value as JSON, alone on standard output. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** Rows as columns of equal width, the last one ragged. */
export function printTable(
  terminal: Terminal,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  terminal.out(`${style(terminal, "bold", line(header))}\n`);
  for (const row of rows) terminal.out(`${line(row)}\n`);
}
