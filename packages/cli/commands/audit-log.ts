import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntry,
  entryProblem,
} from "@plumbline/core/access/audit/audit-entry.ts";
import { Option } from "commander";
import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printable } from "../printable.ts";
import { printPage } from "../table.ts";
import { printJson, style, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

/** Entries read at once. */
const PAGE = 100;

export const addAuditLogCommands: AddCommand = (program, terminal, finish) => {
  const auditLog = program
    .command("audit-log")
    .description("Read who changed credentials, connections and keys, and check that nothing is missing.");

  auditLog
    .command("list")
    .description("List a page of entries, oldest first, or newest first.")
    .option("--json", "print JSON alone")
    .option("--after <cursor>", "go on behind an earlier page")
    .option("--newest-first", "the newest entry first")
    .addOption(new Option("--action <action>", "only what happened in this way").choices(AUDIT_ACTIONS))
    .option("--operators", "the operators' own log (operator key): tenants and operator keys")
    .addHelpText(
      "after",
      examples(
        "plumbline audit-log list",
        "plumbline audit-log list --newest-first --action credential.created",
        "plumbline audit-log list --operators",
      ),
    )
    .action(async ({ json, ...wanted }: Options & Wanted) => {
      const data = await readPage(terminal, wanted);
      printPage(terminal, data, json, {
        header: ["AT", "ACTION", "SUBJECT", "KEY"],
        row: ({ at, action, subject, key_id }) => [at, action, subject, key_id ?? "the service"],
        empty: "Nothing has been recorded yet.",
      });
    });

  auditLog
    .command("verify")
    .description("Check the whole log: every entry's hash, and that each follows the one before it.")
    .option("--json", "print JSON alone")
    .option("--operators", "the operators' own log (operator key)")
    .addHelpText("after", examples("plumbline audit-log verify", "plumbline audit-log verify --operators"))
    .action(async ({ json, operators }: Options) => {
      const report = await verified(terminal, operators);
      finish(report.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, report);
      if (!report.ok)
        return terminal.out(`${style(terminal, "red", "wrong")}: ${printable(report.problem ?? "")}\n`);
      terminal.out(
        `${style(terminal, "green", "sound")}: ${report.entries} entries, the last with hash ${report.head}.\n`,
      );
    });
};

interface Options {
  json?: true;
  operators?: true;
}

interface Wanted {
  after?: string | undefined;
  newestFirst?: true;
  action?: AuditAction;
}

interface Report {
  ok: boolean;
  /** Those found sound. */
  entries: number;
  /** Hash of the last of them: kept elsewhere, it shows later that nothing was cut off the end. */
  head: string | null;
  problem?: string;
}

/** Computes every hash here, from what the service lists. */
async function verified(terminal: Terminal, operators: true | undefined): Promise<Report> {
  let before: AuditEntry | undefined;
  let after: string | undefined;
  do {
    const { items, next_cursor } = await readPage(terminal, { after, operators });
    for (const { cursor: _cursor, ...entry } of items) {
      const problem = entryProblem(entry, before);
      if (problem !== undefined)
        return { ok: false, entries: before?.sequence ?? 0, head: before?.hash ?? null, problem };
      before = entry;
    }
    after = next_cursor ?? undefined;
  } while (after !== undefined);
  return { ok: true, entries: before?.sequence ?? 0, head: before?.hash ?? null };
}

async function readPage(
  terminal: Terminal,
  { after, newestFirst, action, operators }: Wanted & { operators?: true | undefined },
) {
  const params = {
    query: {
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
      ...(newestFirst ? { order: "desc" as const } : {}),
      ...(action === undefined ? {} : { action }),
    },
  };
  const { data } = operators
    ? await apiClient(terminal, "operator-key").GET("/api/v1/audit/operators", { params })
    : await apiClient(terminal, "dev-api-key").GET("/api/v1/audit", { params });
  return data;
}
