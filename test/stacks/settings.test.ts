import { readSettings } from "@plumbline/aws/settings/read-settings.ts";
import { describe, expect, it } from "vitest";
import { refuseUnknownSettings, settingsFor } from "../../stacks/settings.ts";

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
  WATCH_EVENT_DAYS: "30",
  WATCHES_PER_TENANT: "50",
};

describe("settingsFor", () => {
  it("passes on what is set, in names the functions read", () => {
    expect(settingsFor("tools", { ...environment, PATH: "/bin" })).toEqual(environment);
    expect(readSettings(settingsFor("tools", environment))).toMatchObject({
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
      watches: { eventDays: 30, mostPerTenant: 50 },
    });
  });

  it("tells the public address to who must name it", () => {
    const withAddress = { ...environment, PUBLIC_URL: "https://plumbline.example" };
    expect(settingsFor("mcp", withAddress)).toEqual(withAddress);
    expect(settingsFor("docs", withAddress)).toMatchObject({ PUBLIC_URL: "https://plumbline.example" });
    expect(settingsFor("tools", withAddress)).toEqual(environment);
  });

  it("leaves out what is unset or empty", () => {
    expect(settingsFor("research", { LOG_LEVEL: "", SEARCH_A_API_KEY: undefined })).toEqual({});
  });

  it("tells the functions of watches what they go by", () => {
    for (const name of ["watches", "poll"] as const) {
      const { providers, watches } = readSettings(environment);
      expect(readSettings(settingsFor(name, environment))).toMatchObject({ providers, watches });
      expect(settingsFor(name, environment)).toHaveProperty("EGRESS_ALLOW");
    }
    expect(settingsFor("tick", environment)).toEqual({});
  });

  it("gives keys to nobody who has no use for them", () => {
    for (const name of ["health", "docs", "credentials", "tenants", "watches", "tick", "poll"] as const) {
      expect(JSON.stringify(settingsFor(name, environment))).not.toContain("key-");
    }
  });
});

describe("refuseUnknownSettings", () => {
  it("lets known, empty and foreign names pass", () => {
    expect(() => refuseUnknownSettings({ ...environment, SEARCH_A_KEY: "", PATH: "/bin" })).not.toThrow();
  });

  it.each([
    "SEARCH_A_KEY",
    "EGRESS_ALLOWED",
    "ALLOW_HTML_SEARCH",
    "EXTRA_CA_FILE",
    "NOTES_URL",
    "MAIL_OAUTH_A_HOST",
    "WATCH_EVENT_DAY",
    "WATCHES_PER_USER",
  ])("refuses %s", (name) => {
    expect(() => refuseUnknownSettings({ [name]: "x" })).toThrow(name);
  });
});
