import type { Endpoint } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { listEndpointVariables } from "@plumbline/adapters/setting-names.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { describe, expect, it } from "vitest";
import { SEARCH_BACKENDS } from "../../../packages/service/settings/search-settings.ts";

describe("readSettings", () => {
  it("has a default for everything, and no search backend", () => {
    const { egressAllow, ...settings } = readSettings({});
    expect(settings).toEqual({
      stage: "local",
      host: "127.0.0.1",
      port: 8787,
      publicUrl: undefined,
      dataDir: ".plumbline",
      logLevel: "info",
      longestWaitSeconds: 60,
      stopSeconds: 10,
      callDays: 30,
      conversationHours: 24,
      chatDays: 30,
      corsOrigins: [],
      search: { a: undefined, b: undefined, c: undefined, d: undefined },
      model: undefined,
      reader: "off",
      providers: {
        chatapp: { baseUrl: "https://slack.com/api/" },
        notes: { baseUrl: "https://api.notion.com" },
        crm: { baseUrl: "https://api.hubapi.com" },
        tracker: { baseUrl: "https://api.linear.app/graphql" },
        microblog: { baseUrl: "https://api.x.com", uploadBaseUrl: "https://upload.x.com" },
        network: { baseUrl: "https://api.linkedin.com" },
        calendar: { baseUrl: "https://www.googleapis.com/calendar/v3" },
        mail_oauth_a: {
          smtp: { host: "smtp.gmail.com", port: 465 },
          imap: { host: "imap.gmail.com", port: 993 },
        },
        mail_oauth_b: {
          smtp: { host: "smtp.office365.com", port: 587 },
          imap: { host: "outlook.office365.com", port: 993 },
        },
      },
      oauth: new Map(),
      watches: { eventDays: 90, mostPerTenant: 1_000 },
      requestRates: { perTenant: 1_200, perAddress: 600, runsPerTenant: 50 },
      trustedProxies: NOTHING_EXEMPT,
      extraCaFile: undefined,
    });
    expect(egressAllow.allows("127.0.0.1", 80)).toBe(false);
  });

  it("takes every setting as given", () => {
    const settings = readSettings({
      STAGE: "prod",
      HOST: "::1",
      PORT: "0",
      PUBLIC_URL: "https://plumbline.example.com/base",
      DATA_DIR: "/var/lib/plumbline",
      LOG_LEVEL: "warn",
      CORS_ORIGINS: "https://app.example.com, http://localhost:5173",
      SEARCH_A_API_KEY: "key-a",
      SEARCH_B_API_KEY: "key-b",
      SEARCH_B_BASE_URL: "http://127.0.0.1:9/b",
      SEARCH_C_INSTANCE_URL: "http://searx.internal:8888/",
      ALLOW_HTML_SEARCH_FALLBACK: "1",
      CHATAPP_BASE_URL: "http://127.0.0.1:1234/api/",
      EGRESS_ALLOW: "127.0.0.1:8080",
      EXTRA_CA_FILE: "/etc/ca.pem",
      MODEL_PROVIDER: "anthropic",
      MODEL_ID: "some-model",
      MODEL_API_KEY: "key-m",
      PATH: "/usr/bin",
      PLUMBLINE_API_KEY: "plk_belongs_to_the_command_line",
    });
    expect(settings).toMatchObject({
      stage: "prod",
      host: "::1",
      port: 0,
      publicUrl: "https://plumbline.example.com/base",
      dataDir: "/var/lib/plumbline",
      logLevel: "warn",
      corsOrigins: ["https://app.example.com", "http://localhost:5173"],
      search: {
        a: { baseUrl: "https://api.search.brave.com/res/v1" },
        b: { baseUrl: "http://127.0.0.1:9/b" },
        c: { instanceUrl: "http://searx.internal:8888/" },
        d: { baseUrl: "https://html.duckduckgo.com/html/" },
      },
      providers: { chatapp: { baseUrl: "http://127.0.0.1:1234/api/" } },
      extraCaFile: "/etc/ca.pem",
    });
    expect(settings.model).toMatchObject({ provider: "anthropic", id: "some-model", baseUrl: undefined });
    expect((settings.model?.apiKey as Secret | undefined)?.reveal()).toBe("key-m");
    expect(JSON.stringify(settings)).not.toContain("key-m");
    expect(settings.search.a?.apiKey.reveal()).toBe("key-a");
    expect(JSON.stringify(settings)).not.toContain("key-a");
    expect(settings.egressAllow.allows("127.0.0.1", 8080)).toBe(true);
    expect(settings.egressAllow.allows("127.0.0.1", 8081)).toBe(false);
  });

  it("reads the OAuth clients of the kinds that have one, with the provider's addresses unless others are set", () => {
    const { oauth } = readSettings({
      OAUTH_CRM_CLIENT_ID: "crm-client",
      OAUTH_CRM_CLIENT_SECRET: "crm-hidden",
      OAUTH_NETWORK_CLIENT_ID: "network-client",
      OAUTH_NETWORK_CLIENT_SECRET: "network-hidden",
      OAUTH_NETWORK_AUTHORIZE_URL: "http://127.0.0.1:9/authorize",
      OAUTH_NETWORK_TOKEN_URL: "http://127.0.0.1:9/token",
      OAUTH_NETWORK_REVOKE_URL: "http://127.0.0.1:9/revoke",
      OAUTH_NOTES_TOKEN_URL: "http://127.0.0.1:9/token",
    });
    expect([...oauth.keys()]).toEqual(["crm", "network"]);
    expect(oauth.get("crm")).toMatchObject({
      id: "crm-client",
      facts: { tokenUrl: "https://api.hubapi.com/oauth/2026-03/token", clientAuth: "body" },
    });
    expect((oauth.get("crm")?.secret as Secret | undefined)?.reveal()).toBe("crm-hidden");
    expect(JSON.stringify([...oauth])).not.toContain("hidden");
    expect(oauth.get("network")?.facts).toMatchObject({
      authorizeUrl: "http://127.0.0.1:9/authorize",
      tokenUrl: "http://127.0.0.1:9/token",
      revocation: { url: "http://127.0.0.1:9/revoke", token: "access" },
      pkce: false,
    });
  });

  it("reads the OIDC issuer, its audiences and the claim that names a tenant", () => {
    const auth = { AUTH_ISSUER: "https://id.example.com/", AUTH_AUDIENCE: "https://api.example.com" };
    expect(readSettings(auth).issuer).toEqual({
      issuer: "https://id.example.com/",
      audiences: ["https://api.example.com"],
      tenantClaim: "tenant_id",
    });
    const more = { ...auth, AUTH_AUDIENCE: "api, https://api.example.com/mcp", AUTH_TENANT_CLAIM: "org" };
    expect(readSettings({ ...auth, AUTH_CLIENT_ID: "approvers" }).issuer?.clientId).toBe("approvers");
    expect(readSettings(more).issuer).toMatchObject({
      audiences: ["api", "https://api.example.com/mcp"],
      tenantClaim: "org",
    });
    expect(readSettings({ ...auth, AUTH_ISSUER: "http://127.0.0.1:9" }).issuer?.issuer).toBe(
      "http://127.0.0.1:9",
    );
    expect(readSettings({}).issuer).toBeUndefined();
  });

  it("reads how long a call may wait; 60 s where nothing is said", () => {
    expect(readSettings({ STOP_SECONDS: "30" }).stopSeconds).toBe(30);
    expect(readSettings({}).longestWaitSeconds).toBe(60);
    expect(readSettings({ LONGEST_WAIT_SECONDS: "90" }).longestWaitSeconds).toBe(90);
  });

  it("counts an empty value as unset, of a refused setting too", () => {
    const settings = readSettings({
      PORT: "",
      SEARCH_A_API_KEY: "",
      EGRESS_ALLOW: "",
      MODEL_ID: "",
      SEARCH_A_KEY: "",
    });
    expect(settings).toMatchObject({ port: 8787, search: { a: undefined } });
  });

  it.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["false", false],
    ["", false],
  ])("reads ALLOW_HTML_SEARCH_FALLBACK=%j", (text, expected) => {
    expect(readSettings({ ALLOW_HTML_SEARCH_FALLBACK: text }).search.d !== undefined).toBe(expected);
  });

  it.each([
    ["PORT", "65536", "whole number from 0 to 65535"],
    ["PORT", "-1", "whole number from 0 to 65535"],
    ["PORT", "80.5", "whole number from 0 to 65535"],
    ["PORT", "http", "whole number from 0 to 65535"],
    ["STAGE", "Prod/1", "short lowercase name"],
    ["HOST", "http://127.0.0.1", "without a port"],
    ["LOG_LEVEL", "loud", "debug, info, warn, error"],
    ["ALLOW_HTML_SEARCH_FALLBACK", "yes", "1, true, 0 or false"],
    ["SEARCH_A_API_KEY", "two words", "without spaces"],
    ["SEARCH_C_INSTANCE_URL", "searx.internal", "http or https URL"],
    ["SEARCH_A_BASE_URL", "ftp://api.example.com", "http or https URL"],
    ["CHATAPP_BASE_URL", "https://user:pass@example.com", "without user name"],
    ["NOTES_BASE_URL", "https://user@example.com", "without user name"],
    ["CRM_BASE_URL", "https://example.com/?a=1", "without user name, query or fragment"],
    ["TRACKER_BASE_URL", "https://example.com/#a", "without user name, query or fragment"],
    ["PUBLIC_URL", "https://", "http or https URL"],
    ["CORS_ORIGINS", "*", "comma-separated list of origins"],
    ["CORS_ORIGINS", "https://app.example.com/path", "comma-separated list of origins"],
    ["EGRESS_ALLOW", "127.0.0.1,http://nonsense", "http://nonsense"],
    ["EGRESS_ALLOW", "*.example.com", "wildcards are not supported"],
    ["TRUSTED_PROXIES", "proxy.internal", "addresses and CIDR ranges"],
    ["TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/99", "addresses and CIDR ranges"],
    ["TRUSTED_PROXIES", "127.0.0.1:8080", "addresses and CIDR ranges"],
    ["MODEL_PROVIDER", "bedrock", "also requires MODEL_ID"],
    ["MODEL_PROVIDER", "clever", "must be one of bedrock, anthropic, openai-compatible"],
    ["MODEL_API_KEY", "sk-1", "also requires MODEL_PROVIDER and MODEL_ID"],
    ["MODEL_ID", "two words", "without spaces"],
    ["MODEL_CHOICES", "one,two", "also requires MODEL_PROVIDER and MODEL_ID"],
    ["MODEL_CHOICES", "one,,two", "comma-separated list"],
    ["MODEL_CHOICES", "one,two words", "comma-separated list"],
    ["MODEL_CHOICES", "one, two, one", "each listed once"],
    ["MODEL_CHOICE", "one", "did you mean MODEL_CHOICES"],
    ["READER", "model", "also requires MODEL_PROVIDER and MODEL_ID"],
    ["READER", "maybe", "must be model or off"],
    ["MODEL_BASE_URL", "example.com/v1", "http or https URL"],
    ["MODEL_PROVIDERS", "bedrock", "did you mean MODEL_PROVIDER"],
    ["AUTH_ISSUER", "https://issuer.example.com", "also requires AUTH_AUDIENCE"],
    [
      "AUTH_ISSUER",
      "http://issuer.example.com",
      "https URL; http is only allowed for an issuer on this machine",
    ],
    [
      "AUTH_ISSUER",
      "http://127.0.0.1.example.com",
      "https URL; http is only allowed for an issuer on this machine",
    ],
    ["AUTH_ISSUER", "issuer.example.com", "http or https URL"],
    ["AUTH_AUDIENCE", "https://api.example.com", "also requires AUTH_ISSUER"],
    ["AUTH_AUDIENCE", "https://api.example.com,,x", "comma-separated list of audiences"],
    ["AUTH_TENANT_CLAIM", "tenant", "also requires AUTH_ISSUER and AUTH_AUDIENCE"],
    ["AUTH_TENANT_CLAIM", "my tenant", "name of a claim"],
    ["AUTH_CLIENT_ID", "approvers", "also requires AUTH_ISSUER and AUTH_AUDIENCE"],
    ["AUTH_ISSUER_URL", "https://issuer.example.com", "did you mean AUTH_ISSUER"],
    ["OAUTH_NOTES_CLIENT_ID", "id", "also requires OAUTH_NOTES_CLIENT_SECRET"],
    ["OAUTH_CRM_CLIENT_SECRET", "secret", "also requires OAUTH_CRM_CLIENT_ID"],
    ["OAUTH_CRM_CLIENT_ID", "two words", "without spaces"],
    ["OAUTH_MAIL_OAUTH_A_TOKEN_URL", "https://example.com/?a=1", "without user name, query or fragment"],
    ["OAUTH_MAIL_OAUTH_B_REVOKE_URL", "https://example.com", "is not a setting"],
    ["OAUTH_GENERIC_API_KEY_CLIENT_ID", "id", "is not a setting"],
    ["MAIL_OAUTH_B_SMTP_HOTS", "smtp.example.com", "did you mean MAIL_OAUTH_B_SMTP_HOST"],
    ["MAIL_OAUTH_B_SMTP_HOST", "smtp://example.com", "must be a host name"],
    ["MAIL_OAUTH_A_IMAP_PORT", "0", "must be a whole number from 1 to 65535"],
    ["SEARCH_A_KEY", "key", "did you mean SEARCH_A_API_KEY"],
    ["SEARCH_C_URL", "http://searx", "did you mean SEARCH_C_INSTANCE_URL"],
    ["SEARCH_E_API_KEY", "key", "is not a setting"],
    ["LONGEST_WAIT_SECONDS", "0", "whole number from 1 to 3600"],
    ["LONGEST_WAIT_SECONDS", "1.5", "whole number from 1 to 3600"],
    ["LONGEST_WAIT_SECONDS", "-60", "whole number from 1 to 3600"],
    ["LONGEST_WAIT_SECONDS", "a minute", "whole number from 1 to 3600"],
    ["LONGEST_WAIT_SECOND", "60", "did you mean LONGEST_WAIT_SECONDS"],
    ["EGRESS_ALLOWED", "10.0.0.1", "did you mean EGRESS_ALLOW"],
    ["ALLOW_HTML_FALLBACK", "1", "did you mean ALLOW_HTML_SEARCH_FALLBACK"],
  ])("refuses %s=%s", (name, value, right) => {
    expect(() => readSettings({ [name]: value })).toThrow(ConfigurationError);
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`\\b${name} .*${right}`));
  });

  it("reads the models that runs may choose, of which MODEL_ID is always one", () => {
    const set = { MODEL_PROVIDER: "bedrock", MODEL_ID: "one" };
    expect(readSettings({ ...set, MODEL_CHOICES: "two, three" }).model?.choices).toEqual(["two", "three"]);
    expect(() => readSettings({ ...set, MODEL_CHOICES: "two,one" })).toThrow("must not list MODEL_ID");
  });

  it("leaves other programs' settings alone", () => {
    const others = {
      MODEL: "x",
      AUTHOR: "x",
      OAUTH_TOKEN: "x",
      SEARCHLIGHT: "x",
      MAIL: "/var/mail",
      HOSTNAME: "x",
    };
    expect(() => readSettings(others)).not.toThrow();
  });

  it("names every wrong setting at once and repeats no value", () => {
    const wrong = {
      PORT: "sk-secret",
      SEARCH_A_BASE_URL: "sk-secret",
      MODEL_API_KEY: "sk-secret",
      SEARCH_A_KEY: "sk-secret",
    };
    let message = "";
    try {
      readSettings(wrong);
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name} `);
    expect(message).not.toContain("sk-secret");
  });

  it("reads every setting that says where a backend or a provider is reached", () => {
    for (const { setting, baseUrl } of SEARCH_BACKENDS)
      if (baseUrl !== null) expect(() => readSettings({ [setting]: baseUrl })).not.toThrow();
    const settings = [...SEARCH_BACKENDS.map(({ setting }) => setting), ...listEndpointVariables()];
    for (const setting of settings)
      expect(() => readSettings({ [setting]: "wrong/ " })).toThrow(`${setting} must be`);
  });

  it("takes each provider's default as the setting's value", () => {
    const defaults = PROVIDERS.flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints));
    for (const endpoint of defaults)
      if ("baseUrl" in endpoint)
        expect(() => readSettings({ [endpoint.setting]: endpoint.baseUrl })).not.toThrow();
    expect(defaults.length).toBeGreaterThan(0);
  });
});
