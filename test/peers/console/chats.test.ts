import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest, type Tab } from "./console-under-test.ts";

const console = startedForFile(() => startConsoleUnderTest({ model: "assisting" }));

beforeAll(async () => {
  const added = ["credential", "add", "--kind", "chatapp_bot", "--label", "team"];
  await console.service.runWithInput(sampleBotToken, ...added);
});

async function send(tab: Tab, text: string): Promise<void> {
  await tab.page.getByLabel("Message").fill(text);
  await tab.page.keyboard.press("Enter");
  await tab.page.locator(".turn.assistant").last().locator(".ending").waitFor();
}

async function posts(): Promise<unknown[]> {
  const path = "/api/v1/calls?tool=chatapp_post_channel&outcome=ok";
  const headers = { authorization: `Bearer ${console.key}` };
  const answer = await fetch(console.service.url + path, { headers });
  return ((await answer.json()) as { items: unknown[] }).items;
}

/** Has a run answer a message, without the console. */
async function ask(content: string): Promise<void> {
  const answer = await fetch(`${console.service.url}/api/v1/agent/stream`, {
    method: "POST",
    headers: { authorization: `Bearer ${console.key}`, "content-type": "application/json" },
    body: JSON.stringify({ messages: [{ role: "user", content }] }),
  });
  await answer.text();
}

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  const colorScheme = screen === "phone" ? "dark" : "light";

  test("a chat is kept: titled, rated, found, renamed, opened in another tab, read step by step, deleted", async () => {
    const tab = await console.openSignedIn("#/chat", { viewport, colorScheme });
    const { page, checkWhole, picture } = tab;
    await page.getByLabel("Message").waitFor();
    await picture(`${screen}-chats-none`);
    await checkWhole();
    await send(tab, "Who was Ada Lovelace?");
    await page.getByRole("heading", { name: "Who was Ada Lovelace?" }).waitFor();
    await page.getByRole("button", { name: "Bad answer" }).click();
    await page.getByLabel("Why?").fill("Too short.");
    await picture(`${screen}-chat-rating`);
    await checkWhole();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Too short.").waitFor();
    const address = page.url();
    expect(address).toMatch(/#\/chat\/[\w-]{36}$/);

    const other = await console.openSignedIn(new URL(address).hash, { viewport, colorScheme });
    await other.page.getByRole("heading", { name: "Who was Ada Lovelace?" }).waitFor();
    await other.page.locator(".answer-text").getByText("English mathematician").first().waitFor();
    await other.page.getByText("Too short.").waitFor();
    await other.picture(`${screen}-chat-opened`);
    await other.checkWhole();

    await page.getByRole("link", { name: "All steps" }).click();
    await page.getByRole("heading", { name: "What it did" }).waitFor();
    await page.getByText(/Found \d+ quotes? on \d+ pages?/).waitFor();
    await page.locator(".run-steps .step-model").first().getByText("tokens in").waitFor();
    await picture(`${screen}-run`);
    await checkWhole();
    await page.getByRole("link", { name: "Open the chat" }).click();
    await page.getByRole("button", { name: "New chat" }).click();

    for (const content of ["Show my connections", "Show my connections once more"]) await ask(content);
    await page.reload();
    await picture(`${screen}-chats-three`);
    await checkWhole();
    for (let at = 0; at < 25; at += 1) await ask(`Show my connections, ${at}`);
    await page.reload();
    await page.getByRole("button", { name: "Load more" }).waitFor();
    await picture(`${screen}-chats-many`);
    await page.getByLabel("Search").fill("lovelace who");
    await page.getByRole("button", { name: "Load more" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("Title").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(`Ada on the ${screen}`);
    await picture(`${screen}-chats-rename`);
    await checkWhole();
    await page.getByRole("button", { name: "Rename", exact: true }).last().click();
    await page.getByRole("link", { name: `Ada on the ${screen}` }).waitFor();
    await page.getByRole("link", { name: `Ada on the ${screen}` }).click();
    await page.locator(".answer-text").first().waitFor();
    await page.getByRole("button", { name: "All chats" }).click();
    const inside = page.getByRole("dialog");
    await inside.getByRole("button", { name: "Load more" }).waitFor();
    await picture(`${screen}-chats-inside`);
    await checkWhole();
    await inside.getByLabel("Search").fill("lovelace who");
    await inside.getByRole("button", { name: "Load more" }).waitFor({ state: "detached" });
    await inside.getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("Title").waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(`Countess on the ${screen}`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Countess on the ${screen}` }).waitFor();
    await inside.getByRole("link", { name: `Countess on the ${screen}` }).click();
    await page.getByRole("button", { name: "New chat" }).click();
    await page.getByRole("button", { name: "Load more" }).waitFor();
    await page.getByLabel("Search").fill("lovelace who");
    await page.getByRole("button", { name: "Load more" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No chat contains all of these words.").waitFor();
    await checkWhole();
  });

  test("an order is read step by step: call, request, writing, and its end", async () => {
    const tab = await console.openSignedIn("#/chat", { viewport, colorScheme });
    await send(tab, `Post Built on a ${screen} to #general`);
    await tab.page.getByRole("link", { name: "All steps" }).click();
    await tab.page
      .getByText(/^Request to /)
      .first()
      .waitFor();
    await tab.page.getByText("Finished", { exact: true }).waitFor();
    await tab.picture(`${screen}-run-order`);
    await tab.checkWhole();
  });
});

test("a reload follows an answer that is still being written, and a stop says what was written", async () => {
  const tab = await console.openSignedIn("#/chat");
  await send(tab, "Post Once to #general");
  await tab.page.reload();
  await tab.page.locator(".tool-call").getByText("Posted to #general: Once").waitFor();
  await tab.checkWhole();
});

test("a stop before the run has answered ends it, and says what was written", async () => {
  const tab = await console.openSignedIn("#/chat");
  await tab.page.route("**/agent/stream", async (route) => {
    await tab.page.getByRole("button", { name: "Stop" }).click();
    await route.continue();
  });
  await tab.page.getByLabel("Message").fill(`Post Stopped ${crypto.randomUUID()} to #general`);
  await tab.page.keyboard.press("Enter");
  const answer = tab.page.locator(".turn.assistant").last();
  await answer.locator(".ending").waitFor();
  await answer
    .getByText(/Nothing was written|: (not )?made\.|Posted to #general/)
    .first()
    .waitFor();
});

test("a message that is answered again writes nothing twice", async () => {
  const tab = await console.openSignedIn("#/chat");
  const earlier = (await posts()).length;
  await send(tab, `Post The build ${crypto.randomUUID()} is green to #general`);
  const first = await tab.page.getByRole("link", { name: "All steps" }).getAttribute("href");
  await tab.page.getByRole("button", { name: "Answer again" }).click();
  await tab.page.locator(`.ending a:not([href="${first}"])`).waitFor();
  await tab.page.getByText(/^Posted to #general/).waitFor();
  expect(await posts()).toHaveLength(earlier + 1);
});
