import { readdirSync, readFileSync } from "node:fs";
import { ADAPTERS } from "@plumbline/adapters/adapters.ts";
import { describeProvider } from "@plumbline/adapters/credential-kinds.ts";
import { providerTitle } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { describe, expect, test } from "vitest";
import { createDescribedTools } from "../../packages/service/docs/described-tools.ts";

/** The tools at providers that have an API of their own. */
const TOOLS = new Map((await createDescribedTools()).map((tool) => [tool.name, tool]));
const TOOLS_OF_PROVIDERS = ADAPTERS.flatMap(({ providers, tools }) => {
  const [provider, ...more] = providers;
  if (!provider || more.length > 0 || !("baseUrl" in provider.endpoints)) return [];
  const title = providerTitle(provider);
  return tools.map((name) => [name, title, TOOLS.get(name)?.description] as const);
});

describe("the provider behind a neutral word", () => {
  test.each(TOOLS_OF_PROVIDERS)("is named by the description of %s: %s", (_name, title, description) => {
    expect(description).toContain(title);
  });

  test.each<[kind: string, metadata: Record<string, unknown>, provider: string]>([
    ["chatapp_user", {}, "chat app (Slack)"],
    ["mail_oauth_a", {}, "mailbox (Gmail and Google Calendar)"],
    ["mail_oauth_b", {}, "mailbox (Microsoft 365 mail)"],
    ["generic_api_key", { smtp_host: "smtp.example.com" }, "mail server"],
    ["generic_api_key", { allowed_hosts: ["https://hooks.example.com"] }, "webhook"],
    ["unheard_of", {}, "unheard_of"],
  ])("is named for a credential of kind %s", (kind, metadata, provider) => {
    expect(describeProvider({ kind, metadata })).toBe(provider);
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
