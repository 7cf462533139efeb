import { apiClient } from "../api-client.ts";
import { UsageError } from "../exit.ts";
import { parseObject } from "../parse-object.ts";
import { printable } from "../printable.ts";
import { readSecret } from "../read-secret.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface UpdateOptions {
  label?: string;
  tokenStdin?: true;
  scope?: string;
  metadata?: Record<string, unknown>;
  expiresAt?: string;
  json?: true;
}

/** `credential update`. */
export const addCredentialUpdateCommand: AddCommand = (credential, terminal) => {
  credential
    .command("update <id>")
    .description("Replace what is given of a credential, such as its token, and leave the rest.")
    .option("--label <label>", "another name")
    .option("--token-stdin", "read another token from standard input")
    .option("--scope <scope>", "space-separated scopes")
    .option("--metadata <json>", "all of what the kind has beside its token", (text) =>
      parseObject(text, "--metadata"),
    )
    .option("--expires-at <time>", "ISO 8601 with offset, or never")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        "plumbline credential update CREDENTIAL_ID --token-stdin < token.txt",
        "plumbline credential update CREDENTIAL_ID --label archive --expires-at never",
      ),
    )
    .action(async (id: string, { tokenStdin, expiresAt, json, ...given }: UpdateOptions) => {
      const body = {
        ...given,
        ...(tokenStdin ? { token: await readSecret(terminal, "token") } : {}),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt === "never" ? null : expiresAt }),
      };
      if (Object.keys(body).length === 0)
        throw new UsageError(
          "Say what is to change: --label, --token-stdin, --scope, --metadata or --expires-at.",
        );
      const { data: updated } = await apiClient(terminal, "dev-api-key").PATCH("/api/v1/credentials/{id}", {
        params: { path: { id } },
        body,
      });
      if (json) return printJson(terminal, updated);
      terminal.out(`updated ${updated.id} (${updated.kind}, "${printable(updated.label)}")\n`);
    });
};
