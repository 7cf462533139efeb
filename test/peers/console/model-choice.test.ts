import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest, type Tab } from "./console-under-test.ts";

/** Wider than a phone if it were not cut. */
const LONG = `eu.anthropic.${"a-model-with-a-long-name-".repeat(3)}v1:0`;

const UNAVAILABLE = [
  {
    type: "start",
    run_id: crypto.randomUUID(),
    conversation_id: "c1",
    model: "truthful",
    unavailable_model: LONG,
  },
  { type: "text_delta", text: "Hello." },
  { type: "done", stop_reason: "end", usage: { input_tokens: 0, output_tokens: 0 }, elapsed_ms: 100 },
];

const console = startedForFile(() =>
  startConsoleUnderTest({ model: "assisting", settings: { MODEL_CHOICES: `truthful,${LONG}` } }),
);

async function ask(tab: Tab, text: string, at: number): Promise<string> {
  await tab.page.getByLabel("Message").fill(text);
  await tab.page.keyboard.press("Enter");
  const ending = tab.page.locator(".turn.assistant").nth(at).locator(".ending");
  await ending.waitFor();
  return ending.innerText();
}

test.each(Object.entries(SCREENS))(
  "on a %s, a chat is answered by the model that is chosen",
  async (screen, viewport) => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const tab = await console.openSignedIn("#/chat", { viewport, colorScheme });
    const { page, checkWhole, picture } = tab;
    const choice = page.getByLabel("Model");
    await choice.waitFor();
    expect(await choice.locator("option").allInnerTexts()).toEqual(["assisting", "truthful", LONG]);
    expect(await choice.inputValue()).toBe("assisting");
    await picture(`${screen}-model-choice`);
    await checkWhole();
    expect(await ask(tab, "hello", 0)).toContain("assisting ·");

    await choice.focus();
    await page.keyboard.press("ArrowDown");
    expect(await choice.inputValue()).toBe("truthful");
    expect(await ask(tab, "hello again", 1)).toContain("truthful ·");
    await picture(`${screen}-model-chosen`);
    await checkWhole();

    await page.reload();
    await page.locator(".turn.assistant").nth(1).locator(".ending").getByText("truthful").waitFor();
    expect(await choice.inputValue()).toBe("truthful");
    await page.getByRole("button", { name: "New chat" }).click();
    expect(await choice.inputValue()).toBe("truthful");
  },
);

test("an answer that another model continued says so", async () => {
  const tab = await console.openSignedIn("#/chat", { viewport: SCREENS.phone });
  const body = UNAVAILABLE.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  await tab.page.route("**/agent/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body }),
  );
  expect(await ask(tab, "hello", 0)).toContain(`${LONG} is no longer available; truthful continued.`);
  await tab.picture("model-unavailable");
  await tab.checkWhole();
});
