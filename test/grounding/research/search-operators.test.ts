import { describe, expect, it } from "vitest";
import { dropOperators } from "../../../packages/grounding/research/backends/backend-exchange.ts";

describe("withoutOperators", () => {
  it.each([
    ["!!g :de <3 ?wp Ada", "g de 3 wp Ada"],
    ["!?:<x", "x"],
    ["what is 3 < 4: yes! really?", "what is 3 < 4: yes! really?"],
    ["Who is Ada Lovelace ?", "Who is Ada Lovelace ?"],
  ])("makes of %j %j", (query, plain) => {
    expect(dropOperators(query)).toBe(plain);
  });
});
