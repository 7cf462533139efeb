import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { type ApiUnderTest, startApi } from "../http/api-under-test.ts";
import type { ServiceUnderTestOptions, TestTenant } from "../support/service-under-test.ts";
import { signInAtSandbox } from "../support/sign-in-at-sandbox.ts";

/** The API in front of the sandbox, whose authorization servers play every provider. */
export interface SandboxConnects extends ApiUnderTest {
  /** Starts a connect, presses a button of the sandbox's page, and comes back: the page that ends it. */
  decide(
    kind: string,
    decision: "allow" | "deny",
    tenant?: TestTenant,
  ): Promise<{ status: number; text: string }>;
  /** Connects an account, for a tenant of its own. */
  connect(kind: string): Promise<SandboxConnection>;
}

/** One connection that the sandbox's servers issued the tokens of. */
export interface SandboxConnection {
  id: string;
  tenant: TestTenant;
  /** The record as the API answers it. */
  view(): Promise<Record<string, unknown>>;
  /** Makes the kind's connection check, as `plumbline credential test` does. */
  test(): Promise<Record<string, unknown>>;
  /** Revokes it here and at the provider. */
  revoke(): Promise<Record<string, unknown>>;
  stored(): Promise<{ token: string; refreshToken: string | undefined; version: number }>;
}

/** `more` is given what the sandbox's own settings say, and may change it. */
export async function startSandboxConnects(
  more: (options: ServiceUnderTestOptions) => ServiceUnderTestOptions = (options) => options,
): Promise<SandboxConnects> {
  const api = await startApi(({ settings }) => {
    const { providers, oauth } = readSettings(settings);
    return more({ endpoints: providers, oauth, extraCertificates: sandboxCertificate().cert });
  });
  const decide: SandboxConnects["decide"] = async (kind, decision, { apiKey } = api.tenant) => {
    const body = { label: `sandbox ${kind}` };
    const begun = await api.call("POST", `/api/v1/connections/${kind}`, { key: apiKey.reveal(), body });
    const back = await signInAtSandbox(String(begun.json.authorization_url), decision, api.fetch);
    return { status: back.status, text: await back.text() };
  };
  return {
    ...api,
    decide,
    async connect(kind) {
      const tenant = await api.createTenant(`Acme ${kind}`);
      const { text } = await decide(kind, "allow", tenant);
      const key = tenant.apiKey.reveal();
      const { json } = await api.call("GET", "/api/v1/credentials", { key });
      const [made] = json.items as Record<string, unknown>[];
      if (!made) throw new Error(text);
      const path = `/api/v1/credentials/${made.id}`;
      const ask = async (method: string, at: string) => (await api.call(method, at, { key })).json;
      return {
        id: String(made.id),
        tenant,
        view: () => ask("GET", path),
        test: () => ask("POST", `${path}/test`),
        revoke: () => ask("DELETE", path),
        async stored() {
          const { credentials } = api.service;
          const record = await credentials.get(tenant.caller.tenantId, String(made.id));
          const refresh = record.refresh_token_cipher && (await credentials.open(record, "refresh_token"));
          const token = (await credentials.open(record, "token")).reveal();
          return { token, refreshToken: refresh ? refresh.reveal() : undefined, version: record.version };
        },
      };
    },
  };
}
