import { createSecretArgument, echoArguments } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { expect, test } from "vitest";
import * as z from "zod";
import { definition } from "./definition.ts";

const secret = () => createSecretArgument("A key.");
const tool = defineTool({
  ...definition(),
  input: z.object({
    query: z.string(),
    token: secret(),
    api_key: secret().optional(),
    pin: secret().nullable().optional(),
  }),
});

test("secret arguments are hidden however their schema is wrapped, unknown ones too; the others are shown as they came", () => {
  const echoed = echoArguments(tool, {
    query: "token",
    token: "s3cret-1",
    api_key: "s3cret-2",
    pin: "s3cret-3",
    timeout_seconds: 5,
    unknown: ["s3cret-4"],
    constructor: "s3cret-5",
  });
  expect(echoed).toEqual({
    query: "token",
    token: "[redacted]",
    api_key: "[redacted]",
    pin: "[redacted]",
    timeout_seconds: 5,
    unknown: "[redacted]",
    constructor: "[redacted]",
  });
});

test.each([[["s3cret"]], [{ value: "s3cret" }], [17], [null]])(
  "what was sent in a secret's place is hidden too, though it is no text: %o",
  (sent) => {
    expect(echoArguments(tool, { query: "q", token: sent })).toEqual({ query: "q", token: "[redacted]" });
  },
);

test.each([null, undefined])("%o in place of arguments is shown as it came", (sent) => {
  expect(echoArguments(tool, sent)).toBe(sent);
});

test.each(['{"token":"s3cret", ', 7, true, [{ token: "s3cret" }]])(
  "what else is no object is hidden, as it may hold a secret: %o",
  (sent) => {
    expect(echoArguments(tool, sent)).toBe("[redacted]");
  },
);

test("of a tool that does not exist every argument is hidden: none is known to be no secret", () => {
  expect(echoArguments(undefined, { bearer_token: "s3cret" })).toEqual({ bearer_token: "[redacted]" });
  expect(echoArguments(undefined, "s3cret")).toBe("[redacted]");
});
