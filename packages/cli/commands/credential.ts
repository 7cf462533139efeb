import * as z from "zod";
import { apiClient } from "../api-client.ts";
import { EXIT, UsageError } from "../exit.ts";
import { readSecret } from "../read-secret.ts";
import { type ListOptions, showList } from "../show-list.ts";
import { printJson, style } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

const upstreamSchema = z.object({ revoked: z.boolean(), refusal_reason: z.string().optional() }).nullable();

interface AddOptions {
  kind: string;
  label: string;
  scope?: string;
  metadata?: string;
  expiresAt?: string;
  json?: true;
}

export const addCredentialCommands: AddCommand = (program, terminal, finish) => {
  const credential = program.command("credential").description("Store, list, test and revoke credentials.");

  credential
    .command("add")
    .description("Store a credential; its token is read from standard input.")
    .requiredOption("--kind <kind>", "such as chatapp_bot or generic_api_key")
    .requiredOption("--label <label>", "a name of your own; one a kind")
    .option("--scope <scope>", "space-separated scopes")
    .option("--metadata <json>", 'such as \'{"allowed_hosts":["hooks.example.com"]}\'')
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--json", "print JSON alone")
    .action(async (options: AddOptions) => {
      const { kind, label, scope, expiresAt } = options;
      const metadata =
        options.metadata === undefined ? undefined : parseObject(options.metadata, "--metadata");
      const token = await readSecret(terminal, "token");
      const body = { kind, label, token, scope, metadata, expires_at: expiresAt };
      const made = await apiClient(terminal, "dev-api-key").request("POST", "/api/v1/credentials", body);
      if (options.json) return printJson(terminal, made);
      terminal.out(`stored ${made.id} (${made.kind}, "${made.label}")\n`);
    });

  credential
    .command("list")
    .description("List credentials; never their tokens.")
    .option("--kind <kind>", "only of this kind")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .action((options: ListOptions) =>
      showList(terminal, "/api/v1/credentials", options, {
        key: "dev-api-key",
        header: ["CREDENTIAL", "KIND", "STATUS", "LAST USED", "LABEL"],
        row: (item) => [
          item.id ?? "",
          item.kind ?? "",
          item.status ?? "",
          item.last_used_at ?? "never used",
          item.label ?? "",
        ],
      }),
    );

  credential
    .command("test <id>")
    .description("Ask the provider whether the token works.")
    .option("--json", "print JSON alone")
    .action(async (id: string, { json }: { json?: true }) => {
      const path = `/api/v1/credentials/${encodeURIComponent(id)}/test`;
      const answer = await apiClient(terminal, "dev-api-key").request("POST", path, {});
      finish(answer.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, answer);
      if (answer.ok)
        terminal.out(`${style(terminal, "green", "works")}${answer.account ? `: ${answer.account}` : ""}\n`);
      else
        terminal.out(
          `${style(terminal, "red", "refused")} (${answer.error_code}): ${answer.refusal_reason}\n`,
        );
    });

  credential
    .command("revoke <id>")
    .description("Revoke a credential and erase its token.")
    .option("--json", "print JSON alone")
    .action(async (id: string, { json }: { json?: true }) => {
      const path = `/api/v1/credentials/${encodeURIComponent(id)}`;
      const revoked = await apiClient(terminal, "dev-api-key").request("DELETE", path);
      if (json) return printJson(terminal, revoked);
      terminal.out(`revoked ${revoked.id} at ${revoked.revoked_at}\n`);
      const upstream = upstreamSchema.parse(revoked.upstream);
      if (upstream?.revoked === false) {
        terminal.err(
          `The provider was not told: ${upstream.refusal_reason} Revoke the token there as well.\n`,
        );
      }
    });
};

/** A JSON object given on the command line. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  } catch {
    throw new UsageError(`${what} is not valid JSON.`);
  }
  throw new UsageError(`${what} must be a JSON object.`);
}
