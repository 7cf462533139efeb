import { formatParameterName as nameOfFunctions } from "@plumbline/aws/settings/stage-secrets.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { describe, expect, it } from "vitest";
import type { FunctionName } from "../../stacks/routes.ts";
import {
  asksModel,
  formatSecretParameter,
  listSecrets,
  refuseOtherAccount,
  refuseSecrets,
  refuseUnknownSettings,
  settingsFor,
} from "../../stacks/settings.ts";
import { readWatchConcurrency } from "../../stacks/watch-concurrency.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

const environment = {
  LOG_LEVEL: "warn",
  CORS_ORIGINS: "https://app.example",
  SEARCH_A_API_KEY: "key-a",
  SEARCH_A_BASE_URL: "https://a.example/res",
  SEARCH_B_API_KEY: "key-b",
  SEARCH_B_BASE_URL: "https://b.example",
  SEARCH_C_INSTANCE_URL: "https://c.example",
  ALLOW_HTML_SEARCH_FALLBACK: "1",
  SEARCH_D_BASE_URL: "https://d.example/html/",
  CHATAPP_BASE_URL: "https://chat.example/api/",
  NOTES_BASE_URL: "https://notes.example",
  CRM_BASE_URL: "https://crm.example",
  TRACKER_BASE_URL: "https://tracker.example/graphql",
  MICROBLOG_BASE_URL: "https://microblog.example",
  MICROBLOG_UPLOAD_BASE_URL: "https://upload.microblog.example",
  NETWORK_BASE_URL: "https://network.example",
  CALENDAR_BASE_URL: "https://calendar.example/v3",
  MAIL_OAUTH_A_SMTP_HOST: "smtp.a.example",
  MAIL_OAUTH_A_SMTP_PORT: "465",
  MAIL_OAUTH_A_IMAP_HOST: "imap.a.example",
  MAIL_OAUTH_A_IMAP_PORT: "993",
  MAIL_OAUTH_B_SMTP_HOST: "smtp.b.example",
  MAIL_OAUTH_B_SMTP_PORT: "587",
  MAIL_OAUTH_B_IMAP_HOST: "imap.b.example",
  MAIL_OAUTH_B_IMAP_PORT: "143",
  EGRESS_ALLOW: "10.0.0.5:8080",
  LONGEST_WAIT_SECONDS: "90",
  WATCH_EVENT_DAYS: "30",
  WATCHES_PER_TENANT: "50",
};

const keys = { SEARCH_A_API_KEY: "key-a", SEARCH_B_API_KEY: "key-b" };
const { SEARCH_A_API_KEY: _a, SEARCH_B_API_KEY: _b, ...others } = environment;
const ofTools = { ...others, STAGE_SECRETS: "SEARCH_A_API_KEY,SEARCH_B_API_KEY,MODEL_API_KEY" };

describe("settingsFor", () => {
  it("passes on what is set, in names the functions read", () => {
    expect(settingsFor("tools", { ...environment, PATH: "/bin" })).toEqual(ofTools);
    expect(readSettings({ ...settingsFor("tools", environment), ...keys })).toMatchObject({
      logLevel: "warn",
      corsOrigins: ["https://app.example"],
      search: {
        a: { baseUrl: "https://a.example/res" },
        b: { baseUrl: "https://b.example" },
        c: { instanceUrl: "https://c.example" },
        d: { baseUrl: "https://d.example/html/" },
      },
      providers: {
        chatapp: { baseUrl: "https://chat.example/api/" },
        notes: { baseUrl: "https://notes.example" },
        crm: { baseUrl: "https://crm.example" },
        tracker: { baseUrl: "https://tracker.example/graphql" },
        microblog: {
          baseUrl: "https://microblog.example",
          uploadBaseUrl: "https://upload.microblog.example",
        },
        network: { baseUrl: "https://network.example" },
        calendar: { baseUrl: "https://calendar.example/v3" },
        mail_oauth_a: {
          smtp: { host: "smtp.a.example", port: 465 },
          imap: { host: "imap.a.example", port: 993 },
        },
        mail_oauth_b: {
          smtp: { host: "smtp.b.example", port: 587 },
          imap: { host: "imap.b.example", port: 143 },
        },
      },
      longestWaitSeconds: 90,
      watches: { eventDays: 30, mostPerTenant: 50 },
    });
  });

  it("tells the OIDC issuer to the functions that find out who calls, and to no others", () => {
    const auth = {
      AUTH_ISSUER: "https://id.example",
      AUTH_AUDIENCE: "https://plumbline.example/mcp",
      AUTH_TENANT_CLAIM: "org",
    };
    const names = ["research", "agent", "tools", "mcp", "credentials", "tenants", "watches"] as const;
    for (const name of names) expect(settingsFor(name, { ...environment, ...auth })).toMatchObject(auth);
    for (const name of ["health", "docs", "tick", "poll", "deliver"] as const)
      expect(settingsFor(name, { ...environment, ...auth })).not.toHaveProperty("AUTH_ISSUER");
    expect(() => refuseUnknownSettings({ AUTH_ISSUER_URL: "https://id.example" })).toThrow("AUTH_ISSUER_URL");
    expect(() => refuseUnknownSettings({ ...auth, AUTH_SECRET: "of another program" })).not.toThrow();
  });

  it("leaves out what is unset or empty", () => {
    expect(settingsFor("tenants", { LOG_LEVEL: "", CORS_ORIGINS: undefined })).toEqual({});
  });

  it("tells nothing of the model to who would only have it read, where nothing is to be read", () => {
    const model = { MODEL_PROVIDER: "bedrock", MODEL_ID: "some.model" };
    const told = (name: FunctionName, READER: string) => ({
      asks: asksModel(name, { ...model, READER }),
      id: settingsFor(name, { ...model, READER }).MODEL_ID,
      secrets: listSecrets(name, { ...model, READER }).includes("MODEL_API_KEY"),
    });
    const all = { asks: true, id: "some.model", secrets: true };
    for (const name of ["research", "agent", "tools", "mcp"] as const)
      expect(told(name, "model")).toEqual(all);
    for (const name of ["research", "agent"] as const) expect(told(name, "off")).toEqual(all);
    for (const name of ["tools", "mcp"] as const)
      expect(told(name, "off")).toEqual({ asks: false, id: undefined, secrets: false });
    expect(asksModel("watches", model)).toBe(false);
  });
});

describe("the settings of OAuth clients", () => {
  const client = { OAUTH_CRM_CLIENT_ID: "id", OAUTH_CRM_TOKEN_URL: "https://crm.example/token" };
  const dispatching = ["agent", "tools", "mcp", "credentials", "watches", "poll", "deliver"] as const;

  it("reach every function that dispatches calls, the secret by its name alone", () => {
    for (const name of dispatching) {
      expect(settingsFor(name, { ...client, OAUTH_CRM_CLIENT_SECRET: "hidden" })).toEqual({
        ...client,
        STAGE_SECRETS: [...listSecrets(name, {}), "OAUTH_CRM_CLIENT_SECRET"].join(","),
      });
    }
    for (const name of ["research", "tick", "docs"] as const)
      expect(settingsFor(name, client)).not.toHaveProperty("OAUTH_CRM_CLIENT_ID");
  });

  it("name no secret of a client that the stage has not", () => {
    expect(listSecrets("poll", {})).toEqual([]);
    expect(listSecrets("poll", { OAUTH_CRM_CLIENT_ID: "" })).toEqual([]);
    expect(listSecrets("poll", client)).toEqual(["OAUTH_CRM_CLIENT_SECRET"]);
  });

  it("are refused when misspelled", () => {
    expect(() => refuseUnknownSettings({ OAUTH_CRM_CLIENTID: "x" })).toThrow("OAUTH_CRM_CLIENTID");
  });
});

describe("SECRETS_VERSION", () => {
  it("reaches only functions that read secrets, so that a new version restarts these and no others", () => {
    const versioned = { SECRETS_VERSION: "2026-11-22.2" };
    for (const name of ["research", "agent", "tools", "mcp"] as const)
      expect(settingsFor(name, versioned)).toMatchObject(versioned);
    for (const name of ["health", "credentials", "poll", "tick"] as const)
      expect(settingsFor(name, versioned)).toEqual({});
    expect(settingsFor("tools", {})).not.toHaveProperty("SECRETS_VERSION");
  });

  it("changes the templates, where it changes, by the functions that read secrets", async () => {
    const [before, after] = await Promise.all(
      ["1", "2"].map((version) => synthesisedStage("dev", { SECRETS_VERSION: version })),
    );
    const changed = [...(after?.resources("AWS::Lambda::Function") ?? [])].filter(([id, { Properties }]) => {
      const { Environment } = before?.resources("AWS::Lambda::Function").get(id)?.Properties ?? {};
      return JSON.stringify(Environment) !== JSON.stringify(Properties.Environment);
    });
    expect(changed.map(([id]) => id.replace(/[0-9A-F]{8}$/, "")).sort()).toEqual([
      "Agent",
      "Mcp",
      "Research",
      "Tools",
    ]);
  });

  it.each(["two words", "a/b", "x".repeat(65), "2\n"])("refuses %j by name", (version) => {
    expect(() => settingsFor("tools", { SECRETS_VERSION: version })).toThrow("SECRETS_VERSION must be");
  });
});

describe("refuseOtherAccount", () => {
  it("refuses credentials of another account than the one that is pinned", () => {
    expect(() => refuseOtherAccount("123456789012", { DEPLOY_ACCOUNT: "210987654321" })).toThrow(
      "210987654321",
    );
    for (const pinned of [{}, { DEPLOY_ACCOUNT: "" }, { DEPLOY_ACCOUNT: "123456789012" }])
      expect(() => refuseOtherAccount("123456789012", pinned)).not.toThrow();
  });
});

describe("refuseSecrets", () => {
  it.each(["SEARCH_A_API_KEY", "SEARCH_B_API_KEY", "MODEL_API_KEY"])(
    "refuses %s, and says where it belongs",
    (name) => {
      expect(() => refuseSecrets("prod", { [name]: "key-x" })).toThrow(`--name /plumbline/prod/${name}`);
      expect(() => refuseSecrets("prod", { [name]: "key-x" })).not.toThrow("key-x");
    },
  );

  it("names the place where the functions look", () => {
    expect(formatSecretParameter("prod", "MODEL_API_KEY")).toBe(nameOfFunctions("prod", "MODEL_API_KEY"));
  });

  it("lets all else pass", () => {
    const { SEARCH_A_API_KEY: _a, SEARCH_B_API_KEY: _b, ...others } = environment;
    expect(() => refuseSecrets("prod", { ...others, MODEL_API_KEY: "" })).not.toThrow();
  });
});

describe("refuseUnknownSettings", () => {
  it("lets known, empty and foreign names pass", () => {
    const ofTheStage = {
      WATCH_POLLS_AT_ONCE: "100",
      WATCH_DELIVERIES_AT_ONCE: "100",
      WATCH_RESERVED_CONCURRENCY: "on",
      ...{ WARNING_EMAIL: "team@plumbline.example", MONTHLY_BUDGET: "500", ACCOUNT_CONCURRENCY: "2000" },
    };
    const others = { SEARCH_A_KEY: "", PATH: "/bin" };
    expect(() => refuseUnknownSettings({ ...environment, ...ofTheStage, ...others })).not.toThrow();
  });

  it.each([
    "SEARCH_A_KEY",
    "EGRESS_ALLOWED",
    "LONGEST_WAIT_SECOND",
    "ALLOW_HTML_SEARCH",
    "EXTRA_CA_FILE",
    "NOTES_URL",
    "MAIL_OAUTH_A_HOST",
    "WATCH_EVENT_DAY",
    "WATCHES_PER_USER",
    "WATCH_POLLS_ATONCE",
    "WATCH_RESERVED",
    "RUNS_OF_TENANT",
    "MONTHLY_BUDGETS",
  ])("refuses %s", (name) => {
    expect(() => refuseUnknownSettings({ [name]: "x" })).toThrow(name);
  });
});

describe.each([
  ["WATCH_POLLS_AT_ONCE", "polls"],
  ["WATCH_DELIVERIES_AT_ONCE", "deliveries"],
] as const)("%s", (name, of) => {
  it.each([
    [undefined, 20],
    ["", 20],
    ["2", 2],
    ["1000", 1000],
  ])("%s is %s", (set, count) => {
    expect(readWatchConcurrency({ [name]: set })[of]).toBe(count);
  });

  it.each(["1", "1001", "0", "-5", "2.5", "1e2", "many", " 20"])("refuses %j", (set) => {
    expect(() => readWatchConcurrency({ [name]: set })).toThrow(
      `${name} must be a whole number from 2 to 1000`,
    );
  });
});

describe("WATCH_RESERVED_CONCURRENCY", () => {
  it.each([undefined, "", "off"])(
    "%j reserves nothing, so that an account of 10 can be deployed to",
    (set) => {
      expect(readWatchConcurrency({ WATCH_RESERVED_CONCURRENCY: set }).reserved).toEqual({});
    },
  );

  it("reserves what both wheels, deliveries and ticks may use at once", () => {
    const numbers = { WATCH_POLLS_AT_ONCE: "30", WATCH_DELIVERIES_AT_ONCE: "40" };
    const { reserved } = readWatchConcurrency({ ...numbers, WATCH_RESERVED_CONCURRENCY: "on" });
    expect(reserved).toEqual({ tick: 15, poll: 60, deliver: 40 });
  });

  it.each(["1", "ON", "yes"])("refuses %j", (set) => {
    expect(() => readWatchConcurrency({ WATCH_RESERVED_CONCURRENCY: set })).toThrow("must be on or off");
  });
});
