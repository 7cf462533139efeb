import { randomUUID } from "node:crypto";
import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { askForNearName } from "@plumbline/core/text/near-names.ts";
import { listSchemaFields } from "@plumbline/core/tool/schema-fields.ts";
import { TOOL_FORMATS } from "@plumbline/core/tool/tool-formats.ts";
import type { ApiClient } from "../api-client.ts";
import { parseObject } from "../command-input.ts";
import { createNoSuchNameError, EXIT, UsageError } from "../exit.ts";
import { findCredentialId } from "../find-credential.ts";
import { printCandidates } from "../print-candidates.ts";
import { quoteForShell, toPrintable, toPrintableLine } from "../printable.ts";
import { wrapText } from "../screen.ts";
import { withSpinner } from "../spinner.ts";
import { printTable } from "../table.ts";
import { applyStyle, onStandardError, printAside, printJson, type Terminal } from "../terminal.ts";
import { command, group } from "./command.ts";

export const addToolCommands = group({
  word: "tool",
  about: "List tools, show how to call one, and call it.",
  commands: [
    command({
      words: "list",
      about: "List tools: whether each reads or writes, and which credential it needs.",
      options: {
        format: ["--format <format>  print them as JSON in a model provider's format", TOOL_FORMATS],
        json: "--json  print only JSON, with the schemas of arguments and results",
      },
      examples: ["plumbline tool list", "plumbline tool list --format openai > tools.json"],
      async run({ json, ...query }, { terminal, api }) {
        const { data: page } = await api.GET("/api/v1/tools", { params: { query } });
        if (json || query.format !== undefined) return printJson(terminal, page);
        for (const item of page.items) if ("effect" in item) printTool(terminal, item);
      },
    }),
    command({
      words: "show <name>",
      about: "Show what a tool does, its arguments, the connection it needs, and an example.",
      options: { json: "--json  print only JSON, with the schemas of arguments and results" },
      examples: ["plumbline tool show chatapp_dm"],
      async run({ name, json }, { terminal, api }) {
        const found = await readTool(api, name);
        if (json) printJson(terminal, found);
        else await printToolDetail(terminal, found);
      },
    }),
    command({
      words: "call <name> [arguments]",
      about: "Call a tool with a JSON object of arguments (- reads standard input).",
      options: {
        credential: "--credential <id|label>  the account to use, instead of credential_id in the arguments",
        preview: "--preview  show what would be sent, without sending it",
        idempotencyKey:
          "--idempotency-key <key>  make the call only once: reusing the key returns the same result",
        conversation:
          "--conversation <id>  the conversation that the call belongs to; default: a new one on a terminal, otherwise whatever the key has read counts",
        json: "--json  print only JSON: the whole answer",
      },
      after: "\n\nWithout the arguments that a tool requires, it prints what the tool takes.",
      examples: [
        `plumbline tool call chatapp_dm '{"to":"ada@example.com","text":"Hello"}'`,
        `plumbline tool call chatapp_dm --credential team --preview - < arguments.json`,
      ],
      async run({ name, arguments: text, ...options }, ports) {
        const { preview, idempotencyKey, credential, conversation, json } = options;
        const { terminal, finish } = ports;
        const given = text === "-" ? ((await terminal.readInput()) ?? "") : (text ?? "{}");
        const parsed = parseObject(given, "the arguments");
        if (credential !== undefined && "credential_id" in parsed)
          throw new UsageError("Give the account by --credential or by credential_id, not both.");
        const { api } = ports;
        const args =
          credential === undefined
            ? parsed
            : { ...parsed, credential_id: await findCredentialId(api, credential) };
        const header = {
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
          // At a terminal, the user has chosen the destination of exactly this call.
          ...((conversation ?? terminal.dialogue) && { "x-conversation-id": conversation ?? randomUUID() }),
        };
        const called = api.POST("/api/v1/tools/{name}", {
          params: { path: { name }, header },
          body: preview ? { arguments: args, preview } : { arguments: args },
        });
        const { data: result, response } = await withSpinner(terminal, `${name}…`, called);
        finish(result.ok ? EXIT.ok : EXIT.failed);
        if (json) return printJson(terminal, result);
        const replayed = response.headers.has("idempotent-replayed");
        await printDispatchResult(terminal, result, { preview: preview === true, replayed });
        const isAsking = text === undefined && !result.ok && result.error_code === "validation";
        if (isAsking) printUse(onStandardError(terminal), await readTool(api, name));
      },
    }),
  ],
});

/** Finds a tool by its name. Accepts `__` for `:`, as models write it. Throws PlumblineError `not_found`. */
async function readTool(api: ApiClient, name: string): Promise<Schemas["Tool"]> {
  const { data } = await api.GET("/api/v1/tools");
  const tools = data.items.filter((item) => "effect" in item);
  const found = tools.find((item) => item.name === name || item.name.replace(":", "__") === name);
  if (found) return found;
  const names = tools.map((item) => item.name);
  const near = askForNearName(name, names);
  const hint = `${near} See ${PLUMBLINE} tool list.`;
  throw createNoSuchNameError(`This key has no tool named ${toPrintableLine(name)}.${hint}`);
}

/** Prints two lines: the tool's requirements, then a one-sentence description. */
function printTool(terminal: Terminal, tool: Schemas["Tool"]): void {
  const { name, effect, credential_kinds: kinds, credential_required: required, description } = tool;
  const credential = kinds.length === 0 ? "no credential" : kinds.join(" or ");
  const facts = `${effect.padEnd(5)}  ${credential}${kinds.length > 0 && !required ? " (optional)" : ""}`;
  terminal.out(`${applyStyle(terminal, "bold", name.padEnd(22))}  ${facts}\n`);
  terminal.out(`    ${applyStyle(terminal, "dim", description.split(/(?<=\.) /)[0] ?? "")}\n`);
}

/** Prints the outcome of a tool call: its result as JSON, or on standard error its refusal. */
async function printDispatchResult(
  terminal: Terminal,
  result: Schemas["DispatchResult"],
  { preview, replayed }: { preview: boolean; replayed: boolean },
): Promise<void> {
  const { tool, credential, attempts, elapsed_ms: elapsed } = result;
  if (credential)
    printAside(
      terminal,
      `account: "${toPrintable(credential.label)}" (${credential.kind}, ${credential.id})`,
    );
  if (result.ok) {
    const tried = preview
      ? "preview; nothing was sent"
      : `${attempts} ${attempts === 1 ? "attempt" : "attempts"}, ${elapsed} ms`;
    printAside(terminal, `${tool}: ${replayed ? "the result of an earlier call with this key" : tried}`);
    printJson(terminal, result.result);
    if (result.possible_duplicate) {
      printAside(
        terminal,
        "An earlier attempt reported a failure but may have succeeded: check for a duplicate.",
      );
    }
  } else {
    await printRefusal(onStandardError(terminal), result);
  }
}

async function printRefusal(terminal: Terminal, refusal: Schemas["DispatchFailure"]): Promise<void> {
  const { researchOutcomeSchema } = await import("@plumbline/grounding/outcome");
  const { error_code: code, refusal_reason: reason, next_step: next, retry_after_seconds: wait } = refusal;
  const outcome = researchOutcomeSchema.safeParse(refusal.result).data;
  const { lead, descriptions } = splitCandidateList(reason, outcome?.disambiguation_candidates ?? []);
  terminal.out(`${applyStyle(terminal, "red", "refused")} (${code}): ${toPrintable(lead)}\n`);
  if (outcome) printCandidates(terminal, outcome, { descriptions });
  // The next step usually explains this more precisely.
  if (refusal.outcome_unknown && !next?.includes("may have taken effect"))
    terminal.out("It may have taken effect: check before you repeat it.\n");
  if (next !== undefined) terminal.out(`next: ${toPrintable(next)}\n`);
  if (wait !== undefined) terminal.out(`next: try again in ${wait} s\n`);
}

type Tool = Schemas["Tool"];

const RETRY_ADVICE: Record<Tool["idempotency"], string> = {
  read: "read-only, so it can be repeated",
  key: "can be repeated: the provider recognises a second attempt",
  upsert: "can be repeated: the same arguments give the same state",
  none: "repeating it may duplicate the effect; use --idempotency-key to prevent that",
};

/** Prints what a user needs in order to call a tool: its description, its arguments and an example call. */
async function printToolDetail(terminal: Terminal, tool: Tool): Promise<void> {
  terminal.out(`${applyStyle(terminal, "bold", tool.name)}  ${toPrintableLine(tool.title)}\n\n`);
  for (const line of wrapText(toPrintableLine(tool.description), { columns: getColumns(terminal) }))
    terminal.out(`${line}\n`);
  terminal.out(`\neffect      ${tool.effect}: ${RETRY_ADVICE[tool.idempotency]}\n`);
  for (const [index, line] of (await listConnectionLines(tool)).entries())
    terminal.out(`${(index === 0 ? "connection" : "").padEnd(12)}${line}\n`);
  printUse(terminal, tool);
}

/** Prints a tool's arguments and an example call. */
function printUse(terminal: Terminal, { name, input_schema, example }: Tool): void {
  printArguments(terminal, input_schema);
  if (!example) return;
  terminal.out(`\n${applyStyle(terminal, "bold", "Example")}\n`);
  terminal.out(`${PLUMBLINE} tool call ${quoteName(name)} ${quoteForShell(JSON.stringify(example))}\n`);
}

async function listConnectionLines(tool: Tool): Promise<string[]> {
  const { credential_kinds: kinds, credential_metadata: metadata } = tool;
  if (kinds.length === 0) return ["none"];
  const { describeProvider } = await import("@plumbline/adapters/credential-kinds.ts");
  const need = tool.credential_required ? "needs one of:" : "none, or one of:";
  const each = kinds.map((kind) => {
    const keys = metadata[kind] ?? [];
    const having = keys.length === 0 ? "" : `, with ${keys.join(" and ")} in its metadata`;
    return `  ${kind}, ${describeProvider({ kind, metadata: {} })}${having}`;
  });
  return [need, ...each];
}

function getColumns({ screen }: Terminal): number {
  return screen?.columns ?? 100;
}

function printArguments(terminal: Terminal, schema: Tool["input_schema"]): void {
  const fields = listSchemaFields(schema);
  terminal.out(
    `\n${applyStyle(terminal, "bold", fields.length === 0 ? "It takes no arguments." : "Arguments")}\n`,
  );
  if (fields.length === 0) return;
  const rows = fields.map(({ name, required, type, sentences }) => ({
    cells: [name, required ? "yes" : "no", type],
    below: sentences.flatMap((text) => wrapText(text, { columns: getColumns(terminal) - 4 })),
  }));
  printTable(terminal, ["NAME", "REQUIRED", "TYPE"], rows);
}

/** Quotes a tool's name for a shell if needed. A colon needs no quotes. */
function quoteName(name: string): string {
  return /^[\w:.-]+$/.test(name) ? name : quoteForShell(name);
}
