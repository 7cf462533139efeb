import { describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(() => startConsoleUnderTest({ model: "truthful" }));

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test("a question is answered in quotes, each with the page it stands on", async () => {
    const colorScheme = screen === "phone" ? "dark" : "light";
    const { page, checkWhole, picture } = await console.openSignedIn("#/research", { viewport, colorScheme });
    await page.getByLabel("Question").waitFor();
    await picture(`${screen}-research-empty`);
    await checkWhole();

    await page.getByLabel("Question").fill("Who was Ada Lovelace?");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("article", { name: "Answer" });
    await answer.getByText("was an English mathematician and writer").first().waitFor();
    await picture(`${screen}-research-answer`);

    const mark = answer.locator(".citation-mark").first();
    await mark.focus();
    await page.keyboard.press("Enter");
    const card = page.locator(".citation-card");
    await card.locator("mark").first().waitFor();
    expect(await card.getByRole("link").getAttribute("href")).toContain("#:~:text=");
    await page.keyboard.press("Escape");
    const source = answer.locator(".source-card").first();
    await source.getByText("What it says").click();
    await source.locator("blockquote mark").first().waitFor();
    await source.getByText("matches the text").first().waitFor();
    const addresses = await answer.locator(".source-title a").evaluateAll((links) => links.map(String));
    const found = addresses.map((address) => address.replace(/#.*/, ""));
    expect(new Set(found).size).toBe(found.length);
    await picture(`${screen}-research-source`);
    await checkWhole();
  });
});

test("a name of several people brings a choice, and the choice an answer", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/research");
  await page.getByRole("button", { name: "Who is Steve McQueen?" }).click();
  await page.getByText("research_ambiguous_name").waitFor();
  await picture("research-candidates");
  await checkWhole();
  await page.getByRole("button", { name: "Steve McQueen (director)" }).click();
  await page.getByRole("article", { name: "Answer" }).getByText("Turner Prize").first().waitFor();
  expect(await page.getByLabel("Who or what you mean").inputValue()).toBe("Steve McQueen (director)");
});

test("what no page says is refused word for word, and the next question starts anew", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/research");
  await page.getByLabel("Question").fill("Who is Zorblatt Quimfrey of Nowhere?");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByText("research_insufficient_evidence").waitFor();
  await picture("research-refused");
  await checkWhole();
  await page.getByLabel("Question").fill("When did Ada Lovelace buy a lighthouse?");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Found instead" }).getByText("Lovelace").first().waitFor();
  await page.getByLabel("Question").fill("Who was Marie Curie?");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sources" }).waitFor();
  expect(await page.getByText("research_insufficient_evidence").count()).toBe(0);
});

test("hostile text of a question stays text, and a stopped question leaves the page as it was", async () => {
  const { page, checkWhole } = await console.openSignedIn("#/research");
  const hostile = '<img src=x onerror="document.title=1">';
  await page.getByLabel("Question").fill(`Who is ${hostile}?`);
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "Answer" }).waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  await checkWhole();

  await page.route("**/research/complete", () => undefined);
  await page.getByLabel("Question").fill("Who was Ada Lovelace?");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("heading", { name: "Asked in this tab" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a session that has ended asks for the key, and the page is where it was", async () => {
  const { page } = await console.openSignedIn("#/research");
  await page.context().clearCookies();
  await page.getByLabel("Question").fill("Who was Ada Lovelace?");
  await page.keyboard.press("Enter");
  await page.getByLabel("API key").fill(console.key);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Research" }).waitFor();
});
