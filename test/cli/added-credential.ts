import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { printedJson } from "./fake-terminal.ts";
import type { LocalService } from "./local-service.ts";

/** Stores a chat app's token without a test, and answers the credential's id. */
export async function addedCredential(
  service: LocalService,
  label: string,
  token = sampleBotToken,
): Promise<string> {
  const args = ["credential", "add", "--kind", "chatapp_bot", "--label", label, "--no-test", "--json"];
  return String(printedJson(await service.runWithInput(`${token}\n`, ...args)).id);
}
