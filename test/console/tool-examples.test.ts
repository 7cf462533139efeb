import { expect, test } from "vitest";
import { fieldsOfArguments } from "../../packages/console/src/pages/tools/argument-fields.ts";
import { formatRecord, readRecord } from "../../packages/console/src/parts/record-values.ts";
import { TOOL_DESCRIPTIONS } from "../../packages/http/openapi/built/tool-descriptions.ts";

test.each(TOOL_DESCRIPTIONS.map((tool) => [tool.name, tool] as const))(
  "the example of %s is filled into its form, and read from there as it was",
  (_name, tool) => {
    const fields = fieldsOfArguments(tool.arguments);
    const { values, mistakes } = readRecord(fields, formatRecord(fields, tool.example));
    expect([values, mistakes]).toEqual([tool.example, {}]);
  },
);
