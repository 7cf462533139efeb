import type { ProviderKindName } from "@plumbline/adapters/credential-kinds.ts";
import { describeHealth } from "@plumbline/client/credential-health.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { createApiClient } from "../api-client.ts";
import { parseObject, readSecret } from "../command-input.ts";
import { CONTACTING, printTest, reportStored } from "../credential-test.ts";
import { readSandboxSettings } from "../dev/sandbox-settings.ts";
import { listSandboxedParts } from "../dev/sandboxed-parts.ts";
import { UsageError } from "../exit.ts";
import { getDataFolder } from "../files.ts";
import { findCredentialId } from "../find-credential.ts";
import { kindOfLabel, kindOption } from "../kind-option.ts";
import { toPrintable } from "../printable.ts";
import { printAside, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { type CommandPorts, command, group } from "./command.ts";
import { formatRevoked } from "./tenants.ts";

/** Resolves the argument of a command, a label or an ID, to the credential's ID. */
const BY_LABEL = {
  options: { kind: kindOfLabel() },
  local: ["kind"],
  prepare: async ({ id, kind }: { id: string; kind?: ProviderKindName }, { api }: CommandPorts) => ({
    id: await findCredentialId(api, id, kind),
  }),
} as const;

const parseMetadata = (text: string) => parseObject(text, "--metadata");

export const addCredentialCommands = group({
  word: "credential",
  about: "Store, list, update, test and revoke credentials.",
  commands: [
    command({
      words: "add",
      about: "Store a credential and test it; the token is read from standard input.",
      options: {
        kind: kindOption("what it gives access to", "--kind <kind>!"),
        label: "--label <label>!  a name of your own; one a kind",
        scope: "--scope <scope>  space-separated scopes",
        metadata: ["--metadata <json>  the other fields of this kind", parseMetadata],
        expires_at: "--expires-at <time>  ISO 8601 time with offset",
        test: "--no-test  do not check the token with the provider",
        json: "--json  print only JSON: the credential, with its test as `test`",
      },
      examples: [
        "plumbline credential add --kind chatapp_bot --label team < token.txt",
        `plumbline credential add --kind generic_api_key --label hooks --metadata '{"allowed_hosts":["hooks.example.com"]}' < key.txt`,
      ],
      after:
        "\n\nExits 1 if the provider refuses the token, which is stored anyway; exits 0 if the provider cannot be reached.",
      async run({ kind, label, json, test, ...given }, ports) {
        const { terminal, finish } = ports;
        const token = await readSecret(terminal, "token");
        const { api } = ports;
        const { data: made } = await api.POST("/api/v1/credentials", {
          body: { kind, label, ...given, token },
        });
        const real = await awaitRealProvider(terminal, kind);
        if (real !== undefined && !json)
          printAside(
            terminal,
            `${real} now uses the real provider. Calls that wait with the sandbox's account will fail: make them again. ` +
              `To go back to the sandbox: ${PLUMBLINE} credential revoke ${made.id}`,
          );
        const now = real === undefined ? api : createApiClient(terminal, "dev-api-key");
        finish(await reportStored(terminal, now, made, { verb: "stored", test, json: json === true }));
      },
    }),
    apiCommand({
      route: "GET /api/v1/credentials",
      words: "list",
      about: "List credentials, without their tokens.",
      options: {
        kind: kindOption("only this kind"),
        label: "--label <label>  only credentials with this label (case-insensitive)",
      },
      examples: ["plumbline credential list --kind chatapp_bot", "plumbline credential list --label team"],
      after: "\n\nLAST USED is the last call or test that worked, accurate to an hour.",
      table: (_page, { kind, label }, { clock }) => ({
        columns: {
          CREDENTIAL: "id",
          KIND: "kind",
          STATUS: "status",
          HEALTH: ({ health }) => describeHealth(health, clock.now()),
          "LAST USED": ({ last_used_at }) => last_used_at ?? "never used",
          LABEL: "label",
        },
        below: ({ warnings }) => warnings.map((warning) => `warning: ${warning}`),
        empty:
          kind !== undefined || label !== undefined
            ? "No credential matches."
            : `There is no credential yet. Store one: ${PLUMBLINE} credential add --kind KIND --label LABEL < token.txt`,
      }),
    }),
    command({
      words: "update <id|label>",
      about: "Change the given fields of a credential, such as its token, and keep the rest.",
      options: {
        kind: kindOfLabel(),
        label: "--label <label>  a new name",
        token: "--token-stdin  read a new token from standard input, and test it",
        scope: "--scope <scope>  space-separated scopes",
        metadata: ["--metadata <json>  all other fields of this kind", parseMetadata],
        expires_at: "--expires-at <time>  ISO 8601 time with offset, or never",
        test: "--no-test  do not check a new token with the provider",
        json: "--json  print only JSON: the credential, with the test of a new token as `test`",
      },
      examples: [
        "plumbline credential update CREDENTIAL_ID --token-stdin < token.txt",
        "plumbline credential update team --label archive --expires-at never",
      ],
      after:
        "\n\nMetadata that decides where the token is sent, such as allowed_hosts or username, can only be changed together with --token-stdin.",
      async run({ id: named, kind, token, expires_at, test, json, ...given }, ports) {
        const { terminal, finish } = ports;
        const body = {
          ...given,
          ...(token && { token: await readSecret(terminal, "token") }),
          ...(expires_at !== undefined && { expires_at: expires_at === "never" ? null : expires_at }),
        };
        if (Object.keys(body).length === 0)
          throw new UsageError(
            "Give at least one of --label, --token-stdin, --scope, --metadata and --expires-at.",
          );
        const { api } = ports;
        const path = { id: await findCredentialId(api, named, kind) };
        const { data: updated } = await api.PATCH("/api/v1/credentials/{id}", { params: { path }, body });
        const telling = { verb: "updated", test: test && token === true, json: json === true } as const;
        finish(await reportStored(terminal, api, updated, telling));
      },
    }),
    apiCommand({
      ...BY_LABEL,
      route: "POST /api/v1/credentials/{id}/test",
      words: "test <id|label>",
      about: "Check with the provider that the token works.",
      examples: ["plumbline credential test CREDENTIAL_ID", "plumbline credential test team"],
      wait: CONTACTING,
      failed: ({ ok }) => !ok,
      show: printTest,
    }),
    apiCommand({
      ...BY_LABEL,
      route: "DELETE /api/v1/credentials/{id}",
      words: "revoke <id|label>",
      about: "Revoke a credential and erase its token.",
      examples: ["plumbline credential revoke CREDENTIAL_ID", "plumbline credential revoke team"],
      wait: "revoking…",
      json: (revoked, { id }) => revoked ?? { id },
      out: (revoked, { id }) => formatRevoked(revoked, id),
      err: (revoked) =>
        revoked?.upstream?.revoked === false
          ? `The token was not revoked at the provider: ${toPrintable(revoked.upstream.refusal_reason ?? "")} Revoke it there as well.`
          : undefined,
    }),
  ],
});

const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;

/**
 * Waits until `plumbline dev` has replaced the sandbox with the real provider of a stored token, because the
 * token's first test would otherwise go to the sandbox. Returns the provider's name, or `undefined` if no
 * sandbox is running or it was not replaced.
 */
async function awaitRealProvider(
  { environment, clock }: Pick<Terminal, "environment" | "clock">,
  kind: string,
): Promise<string | undefined> {
  const folder = getDataFolder(environment);
  const part = listSandboxedParts().find(({ kinds }) => kinds.includes(kind));
  const isSimulated = () => part !== undefined && Object.keys(readSandboxSettings(folder)).some(part.owns);
  if (environment.PLUMBLINE_URL || !isSimulated()) return undefined;
  for (let look = 0; look < MAX_POLLS && isSimulated(); look += 1) await clock.wait(POLL_INTERVAL_MS);
  return part?.name;
}
