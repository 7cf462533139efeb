import type { LineConnection } from "./line-connection.ts";

/** An argument of a command: an atom or a string, or a parenthesised list of them. */
export type ImapArgument = string | readonly ImapArgument[];

/** One command as the client sent it. */
export interface ImapCommand {
  tag: string;
  /** In capitals, with `UID` in front where it was: `UID FETCH`. */
  name: string;
  args: readonly ImapArgument[];
}

/** Reads a command and its literals; `undefined` once the client is gone. */
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
 * A quoted string, a parenthesis, or an atom, whose brackets may hold anything
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
 * A command as it may be kept: `EXAMINE INBOX`; of one that carries a secret the name alone, of APPEND no
 * message.
 */
export function shownCommand({ name, args }: ImapCommand): string {
  const shown = name === "APPEND" ? args.slice(0, -1) : args;
  return SECRET_COMMANDS.has(name) ? name : [name, ...shown.map(shownArgument)].join(" ");
}

function shownArgument(argument: ImapArgument): string {
  if (typeof argument !== "string") return `(${argument.map(shownArgument).join(" ")})`;
  return /\s/.test(argument) || argument === "" ? `"${argument}"` : argument;
}
