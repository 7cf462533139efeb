import { expect, it } from "vitest";
import { securityText } from "./security-text.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

it.each(["dev", "prod"])("what decides about the security of %s is as it was reviewed", async (stage) => {
  const text = securityText(await synthesisedStage(stage));
  await expect(text).toMatchFileSnapshot(`reviewed/security-${stage}.txt`);
  expect(text).not.toContain(process.cwd());
  expect(text).not.toMatch(/[0-9a-f]{32}/); // an asset's hash
});
