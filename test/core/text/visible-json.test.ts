import { escapeInvisible, formatReadableJson, formatVisibleJson } from "@plumbline/core/text/visible-json.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

test("JSON for a person breaks its texts at their line feeds alone, and says no more and no less", () => {
  expect(formatReadableJson({ text: "a\nb", list: ["c\n\nd"] })).toBe(
    '{\n  "text": "a\\n\n    b",\n  "list": [\n    "c\\n\n      \\n\n      d"\n  ]\n}',
  );
  expect(formatReadableJson("no \\n break")).toBe(formatVisibleJson("no \\n break"));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const joined = formatReadableJson(texts).replace(/(?<=(?<!\\)(?:\\\\)*\\n)\n +/g, "");
      expect(joined).toBe(formatVisibleJson(texts));
    }),
  );
});

test("a text keeps its line feeds, and shows what could hide something", () => {
  expect(escapeInvisible("a\n\u202eb\u0000")).toBe("a\n\\u{202e}b\\u{0}");
});
