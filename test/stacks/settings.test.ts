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
  EGRESS_ALLOW: "10.0.0.5:8080",
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
      providers: { chatapp: { baseUrl: "https://chat.example/api/" } },
    });
  });

  it("leaves out what is unset or empty", () => {
    expect(settingsFor("research", { LOG_LEVEL: "", SEARCH_A_API_KEY: undefined })).toEqual({});
  });

  it("gives keys to nobody who has no use for them", () => {
    for (const name of ["health", "credentials", "tenants"] as const) {
      expect(JSON.stringify(settingsFor(name, environment))).not.toContain("key-");
    }
  });
});

describe("refuseUnknownSettings", () => {
  it("lets known, empty and foreign names pass", () => {
    expect(() => refuseUnknownSettings({ ...environment, SEARCH_A_KEY: "", PATH: "/bin" })).not.toThrow();
  });

  it.each(["SEARCH_A_KEY", "EGRESS_ALLOWED", "ALLOW_HTML_SEARCH", "EXTRA_CA_FILE"])("refuses %s", (name) => {
    expect(() => refuseUnknownSettings({ [name]: "x" })).toThrow(name);
  });
});
