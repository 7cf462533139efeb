import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseAddress } from "../../../packages/adapters/mail/message/address.ts";

/** Text made of the pieces a smuggler would use. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom("a", "x.io", "@", "<", ">", ",", ";", ":", '"', "\\", "(", ")", "[", "]", ".", " "),
      fc.constantFrom("\r\n", "\0", "\u2028", "RCPT TO:", "é", "日", "。", "＠", "%", "/", "\ud800"),
      fc.string({ maxLength: 3, unit: "binary" }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(""));

test("whatever is written, what comes out is one plain address, or nothing", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const parsed = parseAddress(text);
      if (parsed === undefined) return;
      expect(parsed.address).toMatch(/^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[a-z\d.-]{3,253}$/);
      expect(parsed.name).not.toMatch(/[\p{Cc}<>@"]/u);
      expect(text).toContain(`${parsed.address.split("@")[0]}@`);
    }),
    { numRuns: 2_000 },
  );
});

test("what came out is read again as it is", () => {
  const label = fc.stringMatching(/^[a-z][a-z\d]{0,10}$/);
  fc.assert(
    fc.property(label, label, label, (local, domain, top) => {
      const address = `${local}@${domain}.${top}`;
      expect(parseAddress(address)).toEqual({ name: "", address });
      expect(parseAddress(`Ada <${address}>`)).toEqual({ name: "Ada", address });
    }),
    { numRuns: 200 },
  );
});
