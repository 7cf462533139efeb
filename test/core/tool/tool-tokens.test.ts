import type { Tool } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS } from "@plumbline/core/tool/tool-formats.ts";
import { beforeAll, expect, test } from "vitest";
import { toolTokens } from "../../bench/tool-token-bench.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";

const MOST_ON_AVERAGE = 250;
const MOST = 600;

let tools: readonly Tool[];

beforeAll(async () => {
  const { service, close } = await startServiceUnderTest();
  tools = await service.registry.list();
  await close();
});

test.each(TOOL_FORMATS)("the tool list is cheap to tell in the form of %s", (format) => {
  const tokens = tools.map((tool) => toolTokens(tool, format));
  const average = tokens.reduce((sum, each) => sum + each) / tokens.length;
  expect(average).toBeLessThanOrEqual(MOST_ON_AVERAGE);
  expect(Math.max(...tokens)).toBeLessThanOrEqual(MOST);
});
