import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { encodeText } from "@plumbline/sandbox/feeds/feeds.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { feedAnswer, readingOf, rss, startFeedsUnderTest } from "./feeds-under-test.ts";

const under = startedForEach(startFeedsUnderTest);

const MIB = 2 ** 20;

function utf32(text: string): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(character.codePointAt(0) ?? 0);
      return bytes;
    }),
  );
}

function titled(title: string, encoding?: string): string {
  const declaration = encoding === undefined ? "" : `<?xml version="1.0" encoding="${encoding}"?>`;
  return `${declaration}${rss(`<item><title>${title}</title></item>`)}`;
}

describe("compression", () => {
  test.each<[encoding: string, pack: (body: string) => Buffer]>([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["GZIP", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["identity", (body) => Buffer.from(body)],
  ])("%s is unpacked", async (encoding, pack) => {
    under.feeds.script("", feedAnswer(pack(titled("packed")), { "content-encoding": encoding }));
    expect(readingOf(await under.read()).items).toMatchObject([{ title: "packed" }]);
  });

  test("a gzip is read to where it breaks off", async () => {
    const items = Array.from({ length: 99 }, (_, at) => `<item><title>${at || "A"}</title></item>`);
    const packed = gzipSync(rss(items.join("")));
    for (const cut of [4, 90]) {
      under.feeds.script("", feedAnswer(packed.subarray(0, -cut), { "content-encoding": "gzip" }));
      expect(readingOf(await under.read()).items[0]?.title).toBe("A");
    }
  });

  test.each<[what: string, encoding: string, body: Buffer, reason: string]>([
    ["an encoding not asked for", "zstd", Buffer.from("x"), "compressed as zstd, cannot be decompressed"],
    [
      "what begins like gzip and is none",
      "gzip",
      Buffer.from("\u001fplain"),
      "compressed as gzip, cannot be decompressed",
    ],
    ["what is no deflate", "deflate", Buffer.from("plain"), "compressed as deflate, cannot be decompressed"],
    [
      "the head of a gzip",
      "gzip",
      gzipSync(titled("x")).subarray(0, 12),
      "compressed as gzip, cannot be decompressed",
    ],
    ["9 MiB in gzip", "gzip", gzipSync(Buffer.alloc(9 * MIB, " ")), "is larger than 8388608 bytes"],
    ["9 MiB in brotli", "br", brotliCompressSync(Buffer.alloc(9 * MIB, " ")), "is larger than 8388608 bytes"],
  ])("%s is refused", async (_what, encoding, body, reason) => {
    under.feeds.script("", feedAnswer(body, { "content-encoding": encoding }));
    const result = refused(await under.read());
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(result.refusal_reason).toContain(reason);
  });
});

describe("character encoding", () => {
  test.each<[what: string, title: string, body: (title: string) => Buffer, type?: string]>([
    ["UTF-8 by default", "Grüße 🎉", (title) => Buffer.from(titled(title))],
    [
      "a UTF-8 mark, before header and declaration",
      "Grüße",
      (title) => Buffer.from(`\uFEFF${titled(title, "koi8-r")}`),
      "application/xml; charset=windows-1251",
    ],
    ["UTF-16, little end first", "日本語", (title) => encodeText(titled(title, "utf-16"), "utf-16le")],
    ["UTF-16, big end first", "日本語", (title) => encodeText(titled(title, "utf-16"), "utf-16be")],
    ["UTF-16 without a mark", "日本語", (title) => Buffer.from(titled(title, "utf-16"), "utf16le")],
    [
      "the header's",
      "Комета",
      (title) => encodeText(titled(title), "windows-1251"),
      "text/xml; charset=windows-1251",
    ],
    [
      "the header's, in quotes, before the declaration",
      "Комета",
      (title) => encodeText(titled(title, "utf-8"), "koi8-r"),
      'text/xml; Charset="KOI8-R"',
    ],
    [
      "the declaration's",
      "Комета",
      (title) => encodeText(titled(title, "windows-1251"), "windows-1251"),
      "text/xml",
    ],
    ["Japanese", "彗星が見えます", (title) => encodeText(titled(title, "Shift_JIS"), "shift_jis")],
    ["Chinese", "彗星", (title) => encodeText(titled(title, "GBK"), "gbk")],
    [
      "Latin 1, which means windows-1252",
      "“Où?” – 5 €",
      (title) => encodeText(titled(title, "iso-8859-1"), "windows-1252"),
    ],
    [
      "a header nobody knows, then the declaration",
      "Комета",
      (title) => encodeText(titled(title, "windows-1251"), "windows-1251"),
      "text/xml; charset=klingon",
    ],
    ["a declaration that is not true", "Grüße – é", (title) => Buffer.from(titled(title, "iso-8859-1"))],
    [
      "a header that is not true",
      "Grüße",
      (title) => Buffer.from(titled(title, "utf-8")),
      "text/xml; charset=us-ascii",
    ],
    ["nothing, and no UTF-8", "“Où?” – 5 €", (title) => encodeText(titled(title), "windows-1252")],
    ["UTF-32 with a mark", "日本語", (title) => utf32(`\uFEFF${titled(title, "utf-32")}`)],
    [
      "a DOS code page",
      "Grüße",
      (title) => Buffer.from(titled(title, "cp437").replace("üß", "\x81\xe1"), "latin1"),
    ],
    ["a declaration nobody knows", "Grüße", (title) => Buffer.from(titled(title, "klingon"))],
    ["a declared UTF-16 that is none", "Grüße", (title) => Buffer.from(titled(title, "utf-16"))],
  ])("%s", async (_what, title, body, type = "application/xml") => {
    under.feeds.script("", feedAnswer(body(title), { "content-type": type }));
    expect(readingOf(await under.read()).items).toMatchObject([{ title }]);
  });

  test("bytes that are no text and characters that XML does not allow do not cost the feed", async () => {
    const body = Buffer.concat([
      Buffer.from("<rss><channel><item><title>a\0b\u000Bc\uFFFF"),
      Buffer.of(0xff),
      Buffer.from("d</title></item></channel></rss>"),
    ]);
    under.feeds.script("", feedAnswer(body));
    expect(readingOf(await under.read()).items).toMatchObject([{ title: "abc\uFFFDd" }]);
  });
});
