import { credentialProvider } from "@plumbline/adapters/credential-kinds.ts";
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
});
