import { describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SCREENS, signInWith, startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

describe.each(Object.entries(SCREENS))("on a %s", (screen, viewport) => {
  test.each(["light", "dark"] as const)(
    "in %s colours: sign in, look at the tools, sign out",
    async (colorScheme) => {
      const { page, checkWhole, picture } = await console.open({ viewport, colorScheme });
      const opened = await page.goto(`${console.service.url}/#/tools`);
      expect(opened?.headers()["content-security-policy"]).toContain("default-src 'none'");
      await page.getByLabel("API key").waitFor();
      await picture(`${screen}-${colorScheme}-sign-in`);
      await checkWhole();

      await signInWith(page, console.key);
      await page.getByText("feed_read").waitFor();
      await picture(`${screen}-${colorScheme}-tools`);
      await checkWhole();

      if (screen === "phone") await page.getByRole("button", { name: "Menu" }).click();
      if (screen === "phone") await picture(`${screen}-${colorScheme}-menu`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("API key").waitFor();
      expect(await page.context().cookies()).toEqual([]);
      await checkWhole();
    },
  );
});
