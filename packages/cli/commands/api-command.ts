import type { Paths } from "@plumbline/client/schemas.ts";
import type { ApiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { withSpinner } from "../spinner.ts";
import { type ListedPage, type PageTable, printPage } from "../table.ts";
import { printJson, type Terminal } from "../terminal.ts";
import {
  type AddCommand,
  type CommandForm,
  type CommandPorts,
  CURSOR,
  command,
  type Given,
  JSON_ALONE,
  type OptionRows,
} from "./command.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An operation of the API, such as `GET /api/v1/tenants`. */
type Route = {
  [Path in keyof Paths]: {
    [Verb in Method]: Paths[Path] extends Record<Lowercase<Verb>, object> ? `${Verb} ${Path}` : never;
  }[Method];
}[keyof Paths];

/** Query parameters of a list: `QueryOf<"/api/v1/calls">`. */
export type QueryOf<Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

type Operation<Of> = Of extends `${infer Verb extends Method} ${infer Path extends keyof Paths}`
  ? Paths[Path] extends Record<Lowercase<Verb>, infer Found extends object>
    ? Found
    : never
  : never;

type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;
/** Name of a parameter in an operation's path. */
type PathName<Of> =
  Operation<Of> extends { parameters: { path: infer Names } } ? keyof Names & string : never;
/** A field of the query or of the body. */
type Field<Of> =
  | (Operation<Of> extends { parameters: { query?: infer Query } } ? KeysOfEach<NonNullable<Query>> : never)
  | (Operation<Of> extends { requestBody?: { content: Record<"application/json", infer Body> } }
      ? KeysOfEach<Body>
      : never);

type Found<Of> = Partial<Record<PathName<Of>, string> & Record<Field<Of>, unknown>>;

type Success = 200 | 201 | 202 | 204;
type BodyOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;
/** The body of a response, or `undefined` if it has no body. */
type Answer<Of> =
  Operation<Of> extends { responses: infer Responses }
    ? { [Status in keyof Responses & Success]: BodyOf<Responses[Status]> }[keyof Responses & Success]
    : never;
type Item<Page> = Page extends { items: readonly (infer Found)[] } ? Found : never;
type Table<Of> = PageTable<Item<Answer<Of>>>;

/** Definition of a command that calls the API once. `All` is the given and the prepared input. */
interface ApiForm<
  Of,
  Words,
  Rows,
  Local extends string,
  All = Given<Words, Rows> & Record<PathName<Of>, string>,
> extends CommandForm<
    Words,
    Rows & Record<Exclude<keyof Rows, Field<Of> | PathName<Of> | Local | "json" | "cursor">, never>
  > {
  /** The API operation. Path parameters are matched by name; other values go into the query or the body. */
  route: Of;
  /** Arguments and options that are not sent. */
  local?: readonly Local[];
  /** Default fields of the body. */
  body?: Readonly<Record<string, unknown>>;
  /** Asks the user before the call, or returns fields to send instead of local arguments and options. */
  prepare?(given: Given<Words, Rows>, ports: CommandPorts): Promise<Found<Of> | undefined>;
  /** Text of the spinner shown until the response arrives. */
  wait?: string;
  /** Returns whether the response is a failure, for the exit code. */
  failed?(answer: Answer<Of>): boolean;
  /** Returns the output of `--json`, instead of the response. `false` for a command without `--json`. */
  json?: false | ((answer: Answer<Of>, all: All) => unknown);
  /** `false` if its list has only one page. */
  paged?: false;
  /** The table of a list. */
  table?: Table<Of> | ((page: Answer<Of>, all: All, terminal: Terminal) => Table<Of>);
  /** Formats the response as text for standard output. */
  out?(answer: Answer<Of>, all: All, terminal: Terminal): string;
  /** Returns a message about the response for standard error. */
  err?(answer: Answer<Of>, all: All): string | undefined;
  /** Prints a response that is more than text. */
  show?(terminal: Terminal, answer: Answer<Of>): void;
}

/** Prevents a command that prints nothing: each defines what people see of the answer. */
type Prints = { [Way in "table" | "out" | "show"]: Record<Way, object> }["table" | "out" | "show"];

/**
 * Creates a command that makes one call. `--json` prints the response; otherwise its table or text is
 * printed. `--json` and, for a list, `--cursor` are the last options, unless `options` contains them.
 */
export function apiCommand<
  const Of extends Route,
  const Words extends string,
  const Rows extends OptionRows = Record<never, never>,
  const Local extends string = never,
>(form: ApiForm<Of, Words, Rows, Local> & Prints): AddCommand {
  const { table, json, wait, failed, prepare, show, out, err, paged = true } = form;
  const common = { ...(json === false ? {} : JSON_ALONE), ...(table && paged && CURSOR) };
  return command({
    ...form,
    // Spread twice, so that an option keeps its first position and its last value.
    options: { ...form.options, ...common, ...form.options } as Rows,
    async run(given, ports) {
      const { terminal, finish } = ports;
      const all = { ...given, ...(await prepare?.(given, ports)) } as Given<Words, Rows> &
        Record<PathName<Of>, string>;
      const sent = send(ports.api, form, all) as Promise<Answer<Of>>;
      const answer = await (wait === undefined ? sent : withSpinner(terminal, wait, sent));
      finish(failed?.(answer) ? EXIT.failed : EXIT.ok);
      if ("json" in all) return printJson(terminal, json ? json(answer, all) : answer);
      const page = answer as ListedPage<Item<Answer<Of>>>;
      if (table)
        printPage(terminal, page, typeof table === "function" ? table(answer, all, terminal) : table);
      show?.(terminal, answer);
      if (out) terminal.out(`${out(answer, all, terminal)}\n`);
      const message = err?.(answer, all);
      if (message !== undefined) terminal.err(`${message}\n`);
    },
  });
}

/** Sends each given value where the operation expects it. Throws PlumblineError like the client. */
async function send(
  api: ApiClient,
  { route, local = [], body }: { route: string; local?: readonly string[]; body?: object },
  all: object,
): Promise<unknown> {
  const [method, path = ""] = route.split(" ") as [Method, string];
  const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
  const given = Object.entries(all).filter(([name]) => name !== "json" && !local.includes(name));
  const fields = { ...body, ...Object.fromEntries(given.filter((one) => !isInPath(one))) };
  const call = api[method] as (path: string, init: object) => Promise<{ data: unknown }>;
  const init = {
    params: { path: Object.fromEntries(given.filter(isInPath)), ...(method === "GET" && { query: fields }) },
    ...(method !== "GET" && (body || Object.keys(fields).length > 0) && { body: fields }),
  };
  return (await call(path, init)).data;
}
