import type { LineConnection } from "./line-connection.ts";

/** An argument of a command: an atom, a string or a parenthesised list. */
export type ImapArgument = string | readonly ImapArgument[];

/** One command as the client sent it. */
export interface ImapCommand {
  tag: string;
  /** In capitals, including the prefix `UID` if present: `UID FETCH`. */
  name: string;
  args: readonly ImapArgument[];
}

/** Reads a command and its literals. Returns `undefined` if the client disconnected. */
export async function readCommand(connection: LineConnection): Promise<ImapCommand | undefined> {
  let text = "";
  for (;;) {
    const line = await connection.readLine();
    if (line === undefined) return undefined;
    const literal = /\{(\d+)(\+?)\}$/.exec(line);
    if (!literal) return parseCommand(text + line);
    if (literal[2] !== "+") connection.writeLine("+ go ahead");
    const bytes = await connection.readBytes(Number(literal[1]));
    if (bytes === undefined) return undefined;
    text += `${line.slice(0, literal.index)}"${bytes.toString("utf8").replace(/["\\]/g, "\\$&")}"`;
  }
}

function parseCommand(line: string): ImapCommand {
  const args = parseArguments(line);
  const [tag = "*", name = "", second] = args.map(String);
  const isUid = name.toUpperCase() === "UID" && second !== undefined;
  return {
    tag,
    name: (isUid ? `UID ${second}` : name).toUpperCase(),
    args: args.slice(isUid ? 3 : 2),
  };
}

/**
 * Matches a quoted string, a parenthesis, or an atom. Brackets in an atom may contain anything
 * (`BODY.PEEK[HEADER.FIELDS (TO)]<0.9>`).
 */
const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|((?:\[[^\]]*\]|[^\s()"[])+))/gs;

function parseArguments(line: string): ImapArgument[] {
  const top: ImapArgument[] = [];
  const open: ImapArgument[][] = [top];
  for (const [, quoted, parenthesis, atom] of line.matchAll(TOKEN)) {
    const list = open.at(-1) ?? top;
    if (parenthesis === "(") {
      const inner: ImapArgument[] = [];
      list.push(inner);
      open.push(inner);
    } else if (parenthesis === ")") open.pop();
    else list.push(quoted?.replace(/\\(.)/g, "$1") ?? atom ?? "");
  }
  return top;
}

const SECRET_COMMANDS = new Set(["LOGIN", "AUTHENTICATE"]);

/**
 * Returns a command as it may be recorded: `EXAMINE INBOX`. Shows only the name of a command with a secret,
 * and leaves out the message of APPEND.
 */
export function shownCommand({ name, args }: ImapCommand): string {
  const shown = name === "APPEND" ? args.slice(0, -1) : args;
  return SECRET_COMMANDS.has(name) ? name : [name, ...shown.map(shownArgument)].join(" ");
}

function shownArgument(argument: ImapArgument): string {
  if (typeof argument !== "string") return `(${argument.map(shownArgument).join(" ")})`;
  return /\s/.test(argument) || argument === "" ? `"${argument}"` : argument;
}
