import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

beforeAll(async () => {
  await console.service.runWithInput(
    sampleBotToken,
    ...["credential", "add", "--kind", "chatapp_bot", "--label", "team"],
  );
});

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("a message is previewed and posted", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const { page, checkWhole, picture } = await console.openSignedIn("#/tools", { viewport, colorScheme });
    await page.getByRole("link", { name: "Post in a chat channel" }).click();
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("This is required.").first().waitFor();
    await picture(`${screen}-tool-mistakes`);
    await checkWhole();

    await page.getByLabel("channel").fill("#general");
    await page
      .getByLabel("text", { exact: false })
      .first()
      .fill('<img src=x onerror="document.title=1"> & more');
    await page.getByLabel("Account").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Preview" }).focus();
    await page.keyboard.press("Enter");
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Nothing was sent.").waitFor();
    await result.getByText("chat.postMessage").waitFor();
    await picture(`${screen}-tool-preview`);
    await page.getByRole("button", { name: "Call" }).click();
    await result.getByText("Done in").waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await picture(`${screen}-tool-result`);
    await checkWhole();
  });
});

test("a refusal is shown word for word, with the next step", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/tools/notes_query");
  await page.getByLabel("Database ID").fill("0123456789abcdef0123456789abcdef");
  await page.getByLabel("filter").fill("{broken");
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByText("This is not valid JSON.").waitFor();
  await page.getByLabel("filter").fill("");
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("alert").getByText("authentication", { exact: true }).waitFor();
  await picture("tool-refused");
  await checkWhole();
});

test("an example fills the form, and can be called as it is", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/tools/chatapp_dm");
  await page.getByRole("button", { name: "Fill in an example" }).click();
  await page.getByLabel("Account").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("region", { name: "Result" }).getByText("Done in").waitFor();
  await picture("tool-example");
  await checkWhole();
});

test("a tool that does not exist says so", async () => {
  const { page } = await console.openSignedIn("#/tools/no_such_tool");
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "All tools" }).click();
  await page.getByLabel("Find a tool").waitFor();
});
