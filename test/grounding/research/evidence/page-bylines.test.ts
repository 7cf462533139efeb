import { describe, expect, it } from "vitest";
import { dropBoilerplate } from "../../../../packages/grounding/research/evidence/page-furniture.ts";

describe("dropBoilerplate at the edges of a text", () => {
  it.each([
    [
      "Home Projects About Contact Lena Voss founded Voss Architekten in 2006.",
      "Lena Voss founded Voss Architekten in 2006.",
    ],
    ["Subscribe Grace Ng is the founder of Helio Robotics.", "Grace Ng is the founder of Helio Robotics."],
    [
      "Kofi Mensah Biography Published: 12 May 2020 By Jane Roe 5 min read Share Tweet Kofi Mensah is an architect.",
      "Kofi Mensah is an architect.",
    ],
    ["Menu Portfolio Team Contact Ida Frost builds boats.", "Ida Frost builds boats."],
    ["The Long Shore 12 minute read Ines Roth wrote it in 2014.", "Ines Roth wrote it in 2014."],
  ])("drops it: %s", (text, left) => {
    expect(dropBoilerplate(text)).toBe(left);
  });

  it.each([
    ["Ida Frost builds boats in Lund. Tweet", "Ida Frost builds boats in Lund."],
    ["Ida Frost builds boats in Lund »  Read more ›", "Ida Frost builds boats in Lund »"],
  ])("drops it at the end: %s", (text, left) => {
    expect(dropBoilerplate(text).trimEnd()).toBe(left);
  });

  it.each([
    "Subscribe to the paper before May.",
    "Projects in Oslo and Lund followed.",
    "Tweet by tweet, Ida Frost told the story.",
    "Ida Frost swims. A 5 min read about her came out in 2020.",
  ])("keeps: %s", (text) => {
    expect(dropBoilerplate(text)).toBe(text);
  });
});
