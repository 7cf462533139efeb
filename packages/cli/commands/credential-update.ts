import type { ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import { apiClient } from "../api-client.ts";
import { parseObject, readSecret } from "../command-input.ts";
import { tellStored } from "../credential-test.ts";
import { UsageError } from "../exit.ts";
import { findCredentialId, kindOfLabel } from "../find-credential.ts";
import { type AddCommand, examples } from "./command.ts";

interface UpdateOptions {
  kind?: ProviderKindName;
  label?: string;
  tokenStdin?: true;
  scope?: string;
  metadata?: Record<string, unknown>;
  expiresAt?: string;
  test: boolean;
  json?: true;
}

/** `credential update`. */
export const addCredentialUpdateCommand: AddCommand = (credential, terminal, finish) => {
  credential
    .command("update <id|label>")
    .description("Replace what is given of a credential, such as its token, and leave the rest.")
    .addOption(kindOfLabel())
    .option("--label <label>", "another name")
    .option("--token-stdin", "read another token from standard input, and test it")
    .option("--scope <scope>", "space-separated scopes")
    .option("--metadata <json>", "all of what the kind has beside its token", (text) =>
      parseObject(text, "--metadata"),
    )
    .option("--expires-at <time>", "ISO 8601 with offset, or never")
    .option("--no-test", "do not ask the provider whether a new token works")
    .option("--json", "print JSON alone: the credential, and the test of a new token as `test`")
    .addHelpText(
      "after",
      examples(
        "plumbline credential update CREDENTIAL_ID --token-stdin < token.txt",
        "plumbline credential update team --label archive --expires-at never",
      ) +
        "\n\nMetadata that decides where the token goes, such as allowed_hosts or username, changes only with --token-stdin.",
    )
    .action(async (named: string, { kind, tokenStdin, expiresAt, test, json, ...given }: UpdateOptions) => {
      const body = {
        ...given,
        ...(tokenStdin ? { token: await readSecret(terminal, "token") } : {}),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt === "never" ? null : expiresAt }),
      };
      if (Object.keys(body).length === 0)
        throw new UsageError(
          "Say what is to change: --label, --token-stdin, --scope, --metadata or --expires-at.",
        );
      const api = apiClient(terminal, "dev-api-key");
      const id = await findCredentialId(api, named, kind);
      const params = { path: { id } };
      const { data: updated } = await api.PATCH("/api/v1/credentials/{id}", { params, body });
      const telling = { verb: "updated", test: test && tokenStdin === true, json: json === true } as const;
      finish(await tellStored(terminal, api, updated, telling));
    });
};
