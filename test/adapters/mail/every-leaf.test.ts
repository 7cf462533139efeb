import fc from "fast-check";
import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { messagesOf, startImapUnderTest } from "./imap-under-test.ts";

const under = startedForFile(startImapUnderTest);

interface Leaf {
  type: string;
  disposition: string | undefined;
  filename: string | undefined;
}

interface Multipart {
  subtype: string;
  parts: Tree[];
}

type Tree = Leaf | Multipart;

const leaf = fc.record<Leaf>({
  type: fc.constantFrom(
    ...["text/plain", "text/plain", "text/html", "text/calendar", "text/csv", "image/png", "audio/ogg"],
    ...["application/pdf", "message/delivery-status", "application/pkcs7-signature"],
  ),
  disposition: fc.constantFrom(undefined, undefined, "inline", "attachment"),
  filename: fc.constantFrom(undefined, undefined, "a.bin"),
});

const { tree } = fc.letrec<{ tree: Tree; multipart: Multipart }>((tie) => ({
  tree: fc.oneof({ depthSize: "small" }, leaf, tie("multipart")),
  multipart: fc.record({
    subtype: fc.constantFrom("mixed", "alternative", "related", "signed", "report"),
    parts: fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
  }),
}));

/** Where a leaf is: its word is its text, `above` the words beside it in each alternative around it. */
interface Written {
  word: string;
  above: string[][];
}

/** Writes a message of which each leaf holds one word, which is its content id, too. */
function write(root: Tree): { raw: string; leaves: Written[] } {
  const leaves: Written[] = [];
  const writePart = (part: Tree, boundary: string): { raw: string; words: string[] } => {
    if ("type" in part) {
      const word = `leaf${leaves.length}end`;
      leaves.push({ word, above: [] });
      const disposition = part.disposition && `Content-Disposition: ${part.disposition}\r\n`;
      const name = part.filename === undefined ? "" : `; name="${part.filename}"`;
      const head = `Content-Type: ${part.type}${name}\r\nContent-ID: <${word}@x>\r\n${disposition ?? ""}`;
      return { raw: `${head}\r\n${word}`, words: [word] };
    }
    const written = part.parts.map((child, at) => writePart(child, `=${boundary}${at}`));
    if (part.subtype === "alternative")
      for (const { words } of written) {
        const beside = written.filter((other) => other.words !== words).flatMap((other) => other.words);
        for (const each of leaves) if (words.includes(each.word)) each.above.push(beside);
      }
    const raw = written.map((child) => `--${boundary}\r\n${child.raw}\r\n`).join("");
    const type = `Content-Type: multipart/${part.subtype}; boundary="${boundary}"`;
    return { raw: `${type}\r\n\r\n${raw}--${boundary}--\r\n`, words: written.flatMap(({ words }) => words) };
  };
  return { raw: writePart(root, "=b").raw, leaves };
}

test("every leaf of a message is shown, the alternative of what is shown, or listed; never two of them", async () => {
  const property = fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 25 }), async (trees) => {
    const { inbox } = under.imap;
    inbox.recreate();
    const written = trees.map(write);
    for (const { raw } of written) inbox.add(Buffer.from(raw));
    const found = messagesOf(await under.search({ include_body: true, limit: 100 })).toReversed();
    const withFiles = messagesOf(await under.search({ query: "has:attachment", limit: 100 }));
    for (const [at, { leaves }] of written.entries()) {
      const {
        id,
        body = "",
        attachments,
      } = found[at] as unknown as {
        id: string;
        body?: string;
        attachments: { content_id: string; inline?: boolean }[];
      };
      const shown: string[] = body.match(/leaf\d+end/g) ?? [];
      const listed = attachments.map(({ content_id }) => content_id.replace(/^<|@x>$/g, ""));
      for (const { word, above } of leaves) {
        const isAlternative = above.some((beside) => beside.some((other) => shown.includes(other)));
        const roles = [shown, listed].filter((words) => words.includes(word)).length;
        expect([roles, isAlternative], word).toEqual(roles === 1 ? [1, isAlternative] : [0, true]);
      }
      const order = leaves.map(({ word }) => word).filter((word) => shown.includes(word));
      expect(shown).toEqual(order);
      if (attachments.some(({ inline }) => inline !== true))
        expect(withFiles.map((message) => message.id)).toContain(id);
      if (attachments.length === 0) expect(withFiles.map((message) => message.id)).not.toContain(id);
    }
  });
  await fc.assert(property, { numRuns: 20 });
}, 60_000);
