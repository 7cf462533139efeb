import type { ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import { describeHealth } from "@plumbline/client/credential-health.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { apiClient } from "../api-client.ts";
import { parseObject, readSecret } from "../command-input.ts";
import { printTest, runCredentialTest, tellStored } from "../credential-test.ts";
import { readPlayedSettings } from "../dev/kept-settings.ts";
import { sandboxedParts } from "../dev/sandboxed-parts.ts";
import { EXIT, UsageError } from "../exit.ts";
import { findCredentialId, kindOfLabel, kindOption } from "../find-credential.ts";
import { printable } from "../printable.ts";
import { spinning } from "../spinner.ts";
import { printPage } from "../table.ts";
import { aside, printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface AddOptions {
  kind: ProviderKindName;
  label: string;
  scope?: string;
  metadata?: Record<string, unknown>;
  expiresAt?: string;
  test: boolean;
  json?: true;
}

interface NamedOptions {
  kind?: ProviderKindName;
  json?: true;
}

interface ListOptions {
  kind?: ProviderKindName;
  label?: string;
  cursor?: string;
  json?: true;
}

export const addCredentialCommands: AddCommand = (program, terminal, finish) => {
  const credential = program
    .command("credential")
    .description("Store, list, update, test and revoke credentials.");

  credential
    .command("add")
    .description("Store a credential and test it; its token is read from standard input.")
    .addOption(kindOption("what it opens").makeOptionMandatory())
    .requiredOption("--label <label>", "a name of your own; one a kind")
    .option("--scope <scope>", "space-separated scopes")
    .option("--metadata <json>", "what the kind has beside its token", (text) =>
      parseObject(text, "--metadata"),
    )
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--no-test", "do not ask the provider whether the token works")
    .option("--json", "print JSON alone: the credential, and its test as `test`")
    .addHelpText(
      "after",
      examples(
        "plumbline credential add --kind chatapp_bot --label team < token.txt",
        `plumbline credential add --kind generic_api_key --label hooks --metadata '{"allowed_hosts":["hooks.example.com"]}' < key.txt`,
      ) +
        "\n\nExits 1 when the provider refuses the token, which is stored all the same; 0 when the provider cannot be asked.",
    )
    .action(async ({ expiresAt, json, test, ...given }: AddOptions) => {
      const token = await readSecret(terminal, "token");
      const body = { ...given, token, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      const api = apiClient(terminal, "dev-api-key");
      const { data: made } = await api.POST("/api/v1/credentials", { body });
      const real = await awaitRealProvider(terminal, given.kind);
      if (real !== undefined && !json)
        aside(
          terminal,
          `${real} is the real one from now on. For the sandbox's again: ${PLUMBLINE} credential revoke ${made.id}`,
        );
      const now = real === undefined ? api : apiClient(terminal, "dev-api-key");
      finish(await tellStored(terminal, now, made, { verb: "stored", test, json: json === true }));
    });

  credential
    .command("list")
    .description("List credentials; never their tokens.")
    .addOption(kindOption("only of this kind"))
    .option("--label <label>", "only with this label, in any letter case")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText(
      "after",
      examples("plumbline credential list --kind chatapp_bot", "plumbline credential list --label team"),
    )
    .action(async ({ json, ...query }: ListOptions) => {
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/credentials", {
        params: { query },
      });
      printPage(terminal, data, json, {
        header: ["CREDENTIAL", "KIND", "STATUS", "HEALTH", "LAST USED", "LABEL"],
        row: ({ id, kind, status, health, last_used_at, label }) => [
          id,
          kind,
          status,
          describeHealth(health, terminal.clock.now()),
          last_used_at ?? "never used",
          label,
        ],
        below: ({ warnings }) => warnings.map((warning) => `warning: ${warning}`),
        empty:
          query.kind !== undefined || query.label !== undefined
            ? "No credential fits."
            : `There is no credential yet. Store one: ${PLUMBLINE} credential add --kind KIND --label LABEL < token.txt`,
      });
    });

  addCredentialUpdateCommand(credential, terminal, finish);

  credential
    .command("test <id|label>")
    .description("Ask the provider whether the token works.")
    .addOption(kindOfLabel())
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples("plumbline credential test CREDENTIAL_ID", "plumbline credential test team"),
    )
    .action(async (named: string, { kind, json }: NamedOptions) => {
      const api = apiClient(terminal, "dev-api-key");
      const test = await runCredentialTest(terminal, api, await findCredentialId(api, named, kind));
      finish(test.ok ? EXIT.ok : EXIT.failed);
      if (json) printJson(terminal, test);
      else printTest(terminal, test);
    });

  credential
    .command("revoke <id|label>")
    .description("Revoke a credential and erase its token.")
    .addOption(kindOfLabel())
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples("plumbline credential revoke CREDENTIAL_ID", "plumbline credential revoke team"),
    )
    .action(async (named: string, { kind, json }: NamedOptions) => {
      const api = apiClient(terminal, "dev-api-key");
      const id = await findCredentialId(api, named, kind);
      const asked = api.DELETE("/api/v1/credentials/{id}", {
        params: { path: { id } },
      });
      const { data: revoked } = await spinning(terminal, "revoking…", asked);
      if (json) return printJson(terminal, revoked ?? { id });
      if (!revoked) return terminal.out(`revoked ${id}; its record was damaged\n`);
      terminal.out(`revoked ${revoked.id} at ${revoked.revoked_at}\n`);
      if (revoked.upstream?.revoked === false) {
        const reason = printable(revoked.upstream.refusal_reason ?? "");
        terminal.err(`The provider was not told: ${reason} Revoke the token there as well.\n`);
      }
    });
};

const LOOK_MS = 100;
const MOST_LOOKS = 100;

/**
 * Waits until `plumbline dev` has put the real provider of a stored token in the place of the sandbox's.
 * Else the token's first test would go to the sandbox. Returns the provider's name; `undefined` where no
 * sandbox played it, or none runs beside the service.
 */
async function awaitRealProvider(
  { environment, clock }: Pick<Terminal, "environment" | "clock">,
  kind: string,
): Promise<string | undefined> {
  const folder = environment.DATA_DIR || ".plumbline";
  const part = sandboxedParts().find(({ kinds }) => kinds.includes(kind));
  const isPlayed = () => part !== undefined && Object.keys(readPlayedSettings(folder)).some(part.owns);
  if (environment.PLUMBLINE_URL || !isPlayed()) return undefined;
  for (let look = 0; look < MOST_LOOKS && isPlayed(); look += 1) await clock.wait(LOOK_MS);
  return part?.name;
}

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
const addCredentialUpdateCommand: AddCommand = (credential, terminal, finish) => {
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
