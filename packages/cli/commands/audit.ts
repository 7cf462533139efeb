import {
  AUDIT_ACTIONS,
  type AuditEntry,
  findEntryProblem,
} from "@plumbline/core/access/audit/audit-entry.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { Audit } from "@plumbline/grounding";
import { createApiClient } from "../api-client.ts";
import { parseObject, readText } from "../command-input.ts";
import { eachPage } from "../every-item.ts";
import { EXIT } from "../exit.ts";
import { toPrintable } from "../printable.ts";
import { printPage } from "../table.ts";
import { applyStyle, printJson, type Terminal } from "../terminal.ts";
import { command, group, JSON_ALONE } from "./command.ts";

export const addAuditCommand = command({
  words: "audit <file>",
  about: "Check a saved research outcome: every snippet hash, and that each claim is verbatim in its source.",
  options: JSON_ALONE,
  examples: [
    'plumbline research "Who was Ada Lovelace?" --json > outcome.json',
    "plumbline audit outcome.json",
  ],
  async run({ file, json }, { terminal, finish }) {
    const saved = parseObject(readText(file), file);
    const outcome = "outcome" in saved && saved.outcome !== null ? saved.outcome : saved;
    const report = await auditOutcome(outcome);
    finish(report.ok ? EXIT.ok : EXIT.failed);
    if (json) return printJson(terminal, report);
    for (const problem of report.problems) printProblem(terminal, problem);
    if (report.ok) printVerified(terminal, "every hash matches and every claim is verbatim.");
  },
});

function printProblem(terminal: Terminal, problem: string): void {
  terminal.out(`${applyStyle(terminal, "red", "wrong")}: ${toPrintable(problem)}\n`);
}

function printVerified(terminal: Terminal, what: string): void {
  terminal.out(`${applyStyle(terminal, "green", "sound")}: ${what}\n`);
}

/**
 * Audits a saved outcome. If it lacks even its evidence, reports that instead of a list of missing fields.
 */
async function auditOutcome(saved: unknown): Promise<Audit> {
  if (saved !== null && typeof saved === "object" && "citations" in saved && "sections" in saved)
    return (await import("@plumbline/grounding")).auditOutcome(saved);
  return {
    ok: false,
    problems: [`This is not a research outcome as printed by ${PLUMBLINE} research --json.`],
  };
}

/** Number of entries to read per request. */
const PAGE = 100;

export const addAuditLogCommands = group({
  word: "audit-log",
  about: "Show who changed credentials, connections and keys, and check that no entry is missing.",
  commands: [
    command({
      words: "list",
      about: "List a page of entries, oldest first by default.",
      options: {
        ...JSON_ALONE,
        after: "--after <cursor>  continue after an earlier page",
        newest_first: "--newest-first  newest entry first",
        action: ["--action <action>  only entries with this action", AUDIT_ACTIONS],
        operators: "--operators  the operators' log (operator key): tenants and operator keys",
      },
      examples: [
        "plumbline audit-log list",
        "plumbline audit-log list --newest-first --action credential.created",
        "plumbline audit-log list --operators",
      ],
      async run({ json, ...wanted }, { terminal }) {
        const { data: page } = await readPage(terminal, wanted);
        if (json) return printJson(terminal, page);
        printPage(terminal, page, {
          columns: {
            AT: "at",
            ACTION: "action",
            SUBJECT: "subject",
            KEY: ({ key_id }) => key_id ?? "the service",
          },
          empty: "Nothing has been recorded yet.",
          next: "--after",
        });
      },
    }),
    command({
      words: "verify",
      about: "Check the whole log: every entry's hash, and that each follows the one before it.",
      options: { ...JSON_ALONE, operators: "--operators  the operators' log (operator key)" },
      examples: ["plumbline audit-log verify", "plumbline audit-log verify --operators"],
      async run({ json, operators }, { terminal, finish }) {
        const report = await verifyEntries(terminal, operators);
        finish(report.ok ? EXIT.ok : EXIT.failed);
        if (json) return printJson(terminal, report);
        if (!report.ok) return printProblem(terminal, report.problem ?? "");
        printVerified(terminal, `${report.entries} entries, the last with hash ${report.head}.`);
      },
    }),
  ],
});

interface Report {
  ok: boolean;
  /** Number of valid entries. */
  entries: number;
  /**
   * Hash of the last valid entry. If stored elsewhere, it later proves that no entry was removed from the
   * end.
   */
  head: string | null;
  problem?: string;
}

/** Recomputes the hash of every entry that the service lists. */
async function verifyEntries(terminal: Terminal, operators: true | undefined): Promise<Report> {
  let before: AuditEntry | undefined;
  const report = (problem?: string): Report => ({
    ok: problem === undefined,
    entries: before?.sequence ?? 0,
    head: before?.hash ?? null,
    ...(problem !== undefined && { problem }),
  });
  for await (const { items } of eachPage(({ cursor: after }) => readPage(terminal, { after, operators })))
    for (const { cursor: _cursor, ...entry } of items) {
      const problem = findEntryProblem(entry, before);
      if (problem !== undefined) return report(problem);
      before = entry;
    }
  return report();
}

interface Wanted {
  after?: string | undefined;
  newest_first?: true;
  action?: (typeof AUDIT_ACTIONS)[number];
  operators?: true | undefined;
}

async function readPage(terminal: Terminal, { operators, after, newest_first, ...wanted }: Wanted) {
  const params = {
    query: {
      limit: PAGE,
      ...(after !== undefined && { after }),
      ...(newest_first && { order: "desc" as const }),
      ...wanted,
    },
  };
  return operators
    ? createApiClient(terminal, "operator-key").GET("/api/v1/audit/operators", { params })
    : createApiClient(terminal, "dev-api-key").GET("/api/v1/audit", { params });
}
