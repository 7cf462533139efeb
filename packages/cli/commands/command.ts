import { asTypedHere } from "@plumbline/core/errors/command-name.ts";
import { type Command, Option } from "commander";
import { type ApiClient, createApiClient } from "../api-client.ts";
import type { DefaultKey } from "../login/find-service.ts";
import type { Terminal } from "../terminal.ts";

/** Adds a command to a group that uses `key`. `finish` sets the exit code. */
export type AddCommand = (
  group: Command,
  terminal: Terminal,
  finish: (exitCode: number) => void,
  key?: DefaultKey,
) => void;

/** Formats example calls for the end of a command's help. */
export function examples(...calls: readonly string[]): string {
  return `\n${calls.length > 1 ? "Examples" : "Example"}:\n${calls.map((call) => `  ${asTypedHere(call)}`).join("\n")}`;
}

/**
 * An option: its flags and, after two spaces, its description; then its allowed values or their parser. Flags
 * that end with `!` are required: `--kind <kind>! what it gives access to`.
 */
export type OptionRow =
  | string
  | Option
  | readonly [text: string, choices: readonly string[]]
  | readonly [text: string, parse: (text: string, before: never) => unknown, choices?: readonly string[]];

/** Options in the order of the help, by the names under which the command reads them. */
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** The name under which an argument is read: `id` for `<id|label>`. */
type Head<Name> = Name extends `${infer First}|${string}` ? First : Name & string;
/** The arguments in a command's words: required in `<id>`, optional in `[url]`. */
type Arguments<Words> = Words extends `${string}<${infer Name}>${infer Rest}`
  ? Record<Head<Name>, string> & Arguments<Rest>
  : Words extends `${string}[${infer Name}]`
    ? Partial<Record<Name, string>>
    : unknown;
type TextOf<Row> = Row extends readonly [infer Text, ...unknown[]] ? Text : Row;
/** Type of an option's value: what its parser returns, one of its choices, text, or `true` for a flag. */
type Value<Row> = Row extends readonly [string, (...given: never[]) => infer Parsed, ...unknown[]]
  ? Parsed
  : Row extends readonly [string, readonly (infer Choice)[]]
    ? Choice
    : Row extends Option | `${string}<${string}>${"" | "!"}  ${string}`
      ? string
      : Row extends `--no-${string}`
        ? boolean
        : true;
/** Names of the options that always have a value: required ones, and those that `--no-…` switches off. */
type AlwaysSet<Rows> = {
  [Name in keyof Rows]: TextOf<Rows[Name]> extends `${string}!  ${string}` | `--no-${string}` ? Name : never;
}[keyof Rows];

/** The given arguments and options. `<id|label>` is read as `id`. */
export type Given<Words, Rows> = Arguments<Words> & {
  [Name in AlwaysSet<Rows>]: Value<Rows[Name]>;
} & { [Name in Exclude<keyof Rows, AlwaysSet<Rows>>]?: Value<Rows[Name]> };

/** Streams, service and exit code of one run of a command. */
export interface CommandPorts {
  terminal: Terminal;
  /** A client with the command's key. Throws ConfigurationError if there is no key. */
  readonly api: ApiClient;
  finish(exitCode: number): void;
}

/** Definition of a command, as its help shows it. */
export interface CommandForm<Words, Rows> {
  /** Its name and arguments: `show <id>`. */
  words: Words;
  about: string;
  options?: Rows;
  /** Example calls. Defaults to the command with its arguments: `plumbline watch pause WATCH_ID`. */
  examples?: readonly string[];
  /** Help before and after the examples. */
  before?: string;
  after?: string;
  /** Key to use. Defaults to the group's key, or a tenant's key. */
  key?: DefaultKey;
  /** True if its group runs it when no command is given. */
  isDefault?: boolean;
}

/** Creates a command with its own implementation. */
export function command<const Words extends string, const Rows extends OptionRows = Record<never, never>>({
  run,
  ...form
}: CommandForm<Words, Rows> & {
  run(given: Given<Words, Rows>, ports: CommandPorts): unknown;
}): AddCommand {
  return (parent, terminal, finish, groupKey = "dev-api-key") => {
    const { words, about, isDefault = false, key = groupKey, before = "", after = "" } = form;
    const added = parent.command(words, { isDefault }).description(about);
    const rows = Object.entries<OptionRow>(form.options ?? {});
    const options = rows.map(([name, row]) => [name, toOption(row)] as const);
    for (const [, option] of options) added.addOption(option);
    added.addHelpText("after", `${before}${examples(...(form.examples ?? [formatCall(added)]))}${after}`);
    added.action(async () => {
      const given = [
        ...added.registeredArguments.map((one, at) => [one.name().split("|")[0], added.processedArgs[at]]),
        ...options.map(([name, option]) => [name, added.getOptionValue(option.attributeName())]),
      ].filter(([, value]) => value !== undefined);
      await run(Object.fromEntries(given), {
        terminal,
        finish,
        get api() {
          return createApiClient(terminal, key);
        },
      });
    });
  };
}

/** Formats a call of a command. An ID is that of its group's noun: `plumbline chats show CHAT_ID`. */
function formatCall(command: Command): string {
  const words = [command.name()];
  for (let { parent } = command; parent?.parent; { parent } = parent) words.unshift(parent.name());
  const noun = words[0]?.replace(/s$/, "");
  const given = command.registeredArguments.map((one) => (one.name() === "id" ? `${noun}_id` : one.name()));
  return ["plumbline", ...words, ...given.map((name) => name.toUpperCase())].join(" ");
}

function toOption(row: OptionRow): Option {
  if (row instanceof Option) return row;
  const [text, ...values] = typeof row === "string" ? [row] : row;
  const [, flags = "", required, description = ""] = /^(.*?)(!?) {2}(.*)$/s.exec(text) ?? [];
  const option = new Option(flags, description).makeOptionMandatory(required === "!");
  for (const value of values.toReversed())
    if (typeof value === "function") option.argParser(value as (text: string) => unknown);
    else if (value) option.choices(value);
  return option;
}

/** Creates a group of commands that use one key. */
export function group(form: {
  word: string;
  about: string;
  key?: DefaultKey;
  commands: readonly AddCommand[];
}): AddCommand {
  return (program, terminal, finish, parentKey) => {
    const added = program.command(form.word).description(form.about);
    for (const add of form.commands) add(added, terminal, finish, form.key ?? parentKey);
  };
}

export const JSON_ALONE = { json: "--json  print only JSON" } as const;
export const CURSOR = { cursor: "--cursor <cursor>  continue after an earlier page" } as const;

/** Parses an option that may be repeated. */
export function appendValue(word: string, before: readonly string[] = []): string[] {
  return [...before, word];
}
