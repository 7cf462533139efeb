import { readdirSync, readFileSync } from "node:fs";
import { credentialProvider } from "@plumbline/adapters/credential-kinds.ts";
import { providerTitle } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";

let tools: readonly Tool[];

beforeAll(async () => {
  const { service, close } = await startServiceUnderTest();
  tools = service.registry.list();
  await close();
});

describe("the provider behind a neutral word", () => {
  test.each([
    ["chatapp_dm", "chat app (Slack)"],
    ["chatapp_post_channel", "chat app (Slack)"],
    ["notes_create_page", "notes app (Notion)"],
    ["notes_query", "notes app (Notion)"],
    ["crm_upsert_contact", "CRM (HubSpot)"],
    ["tracker_create_issue", "issue tracker (Linear)"],
    ["social_post:microblog", "microblog (X)"],
    ["social_post:network", "professional network (LinkedIn)"],
    ["calendar_create_event", "Google Calendar"],
    ["calendar_list_events", "Google Calendar"],
  ])("is named by the description of %s", (name, provider) => {
    expect(tools.find((tool) => tool.name === name)?.description).toContain(provider);
  });

  test.each<[kind: string, metadata: Record<string, unknown>, provider: string]>([
    ["chatapp_user", {}, "chat app (Slack)"],
    ["mail_oauth_a", {}, "mailbox (Gmail and Google Calendar)"],
    ["mail_oauth_b", {}, "mailbox (Microsoft 365 mail)"],
    ["generic_api_key", { smtp_host: "smtp.example.com" }, "mail server"],
    ["generic_api_key", { allowed_hosts: ["https://hooks.example.com"] }, "webhook"],
    ["unheard_of", {}, "unheard_of"],
  ])("is named for a credential of kind %s", (kind, metadata, provider) => {
    expect(credentialProvider({ kind, metadata })).toBe(provider);
  });

  // The mailbox is a mail server, too, whose sentences name no provider.
  test.each(PROVIDERS.flatMap((one) => ("called" in one && one.called !== "mailbox" ? [one] : [])))(
    "is named by every sentence of $word that speaks of it",
    ({ word, called, speaksTo }) => {
      const title = providerTitle({ called, speaksTo });
      const unnamed = sentencesIn(word).filter((text) =>
        text.replaceAll(title, "").replaceAll(`${called} account (${speaksTo})`, "").includes(`he ${called}`),
      );
      expect(unnamed).toEqual([]);
    },
  );
});

/** All text in quotes of a provider's folder. */
function sentencesIn(word: string): string[] {
  const folder = new URL(`../../packages/adapters/${word}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n"))
    .filter((line) => !/^\s*(?:\*|\/[/*]|title: )/.test(line))
    .flatMap((line) => line.match(/"(?:[^"\\]|\\.)*"|`[^`]*`/g) ?? []);
}
