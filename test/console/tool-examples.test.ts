import { expect, test } from "vitest";
import {
  type ArgumentSchema,
  readArguments,
  typeExample,
} from "../../packages/console/src/pages/tools/argument-values.ts";
import { TOOL_DESCRIPTIONS } from "../../packages/http/openapi/built/tool-descriptions.ts";

test.each(TOOL_DESCRIPTIONS.map((tool) => [tool.name, tool] as const))(
  "the example of %s is filled into its form, and read from there as it was",
  (_name, tool) => {
    const { properties, required = [] } = tool.arguments as {
      properties: Record<string, ArgumentSchema>;
      required?: string[];
    };
    const { values, mistakes } = readArguments(properties, required, typeExample(properties, tool.example));
    expect([values, mistakes]).toEqual([tool.example, {}]);
  },
);
