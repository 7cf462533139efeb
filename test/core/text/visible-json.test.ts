import { escapeInvisible, readableJson, visibleJson } from "@plumbline/core/text/visible-json.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

test("JSON for a person breaks its texts at their line feeds alone, and says no more and no less", () => {
  expect(readableJson({ text: "a\nb", list: ["c\n\nd"] })).toBe(
    '{\n  "text": "a\\n\n    b",\n  "list": [\n    "c\\n\n      \\n\n      d"\n  ]\n}',
  );
  expect(readableJson("no \\n break")).toBe(visibleJson("no \\n break"));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const joined = readableJson(texts).replace(/(?<=(?<!\\)(?:\\\\)*\\n)\n +/g, "");
      expect(joined).toBe(visibleJson(texts));
    }),
  );
});

test("a text keeps its line feeds, and shows what could hide something", () => {
  expect(escapeInvisible("a\n\u202eb\u0000")).toBe("a\n\\u{202e}b\\u{0}");
});
