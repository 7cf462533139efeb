import { describe, expect, test } from "vitest";
import { readBodyText } from "../../../packages/adapters/mail/message/body-text.ts";
import { startedForEach } from "../../support/started.ts";
import { messagesOf, startImapUnderTest } from "./imap-under-test.ts";

const read = (
  bytes: Buffer | string,
  { charset, ...coding }: { type?: string; encoding?: string; charset?: string } = {},
) => {
  const part = { type: "text/plain", ...coding, ...(charset && { parameters: { charset } }) };
  return readBodyText([{ part, bytes: Buffer.from(bytes as string), cut: false }]).body;
};
const html = (markup: string) => read(markup, { type: "text/html" });

test("the name of an image's file says nothing of the image", () => {
  expect(html('<p>a<img alt="2aa48eb6.png">b<img alt="a blue ball">')).toBe("ab a blue ball");
});

describe("bytes", () => {
  test.each<[what: string, bytes: Buffer | string, coding: object, text: string]>([
    ["7bit", "a\r\nb", {}, "a\nb"],
    ["base64", "SGVs\r\nbG8=", { encoding: "base64" }, "Hello"],
    ["two streams of base64", "UGFydA==\r\nSGVsbA==\r\nIHR3bw==", { encoding: "base64" }, "PartHell two"],
    ["base64 with words after its padding", "SGVsbG8= ignored\r\nIQ==", { encoding: "base64" }, "Hello!"],
    [
      "base64 with a list's footer",
      "SGVsbG8=\r\n\r\n_____\r\nTo leave: list.example/out",
      { encoding: "base64" },
      "Hello\n_____\nTo leave: list.example/out",
    ],
    [
      "quoted-printable",
      "Gr=C3=BC=C3=9Fe und=\r\n mehr =3D",
      { encoding: "quoted-printable" },
      "Grüße und mehr =",
    ],
    ["broken quoted-printable", "100 =ZZ = x=", { encoding: "quoted-printable" }, "100 =ZZ = x="],
    ["latin1", Buffer.from("Grüße", "latin1"), { charset: "ISO-8859-1" }, "Grüße"],
    ["Japanese", Buffer.from("1b24424a381b2842", "hex"), { charset: "iso-2022-jp" }, "文"],
    ["Chinese", Buffer.from("c4e3bac3", "hex"), { charset: "gb2312" }, "你好"],
    ["a charset nobody knows", "abc", { charset: "x-unheard-of" }, "abc"],
    ["UTF-8 that says nothing", "Größe", {}, "Größe"],
    ["UTF-8 that says US-ASCII", "Größe", { charset: "us-ascii" }, "Größe"],
    [
      "8-bit letters of a charset nobody knows",
      Buffer.from("Größe", "latin1"),
      { charset: "x-unknown" },
      "Größe",
    ],
    [
      "windows-1252",
      Buffer.from("9335\x80\x94".replace("93", "\x93"), "latin1"),
      { charset: "windows-1252" },
      "“35€”",
    ],
    [
      "the charset of the HTML",
      Buffer.from("<meta charset=koi8-r>\xd0", "latin1"),
      { type: "text/html" },
      "п",
    ],
    [
      "the charset of the HTML, where the server says US-ASCII",
      Buffer.from('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xd0', "latin1"),
      { type: "text/html", charset: "us-ascii" },
      "п",
    ],
    ["a DOS code page", Buffer.from("Gr\x94\xe1e", "latin1"), { charset: "IBM850" }, "Größe"],
    ["a DOS code page with the euro sign", Buffer.from("5 \xd5", "latin1"), { charset: "cp858" }, "5 €"],
    ["Polish DOS", Buffer.from("\x9d\xa2d\xab", "latin1"), { charset: "cp852" }, "Łódź"],
    ["UTF-7", "Fr+APY-sche 1 +- 2, +AN8", { charset: "utf-7" }, "Frösche 1 + 2, ß"],
    [
      "Korean that shifts",
      Buffer.from("\x1b$)C\x0e>H3g\x0f!", "latin1"),
      { charset: "iso-2022-kr" },
      "안녕!",
    ],
  ])("%s", (_what, bytes, coding, text) => {
    expect(read(bytes, coding)).toBe(text);
  });

  test("may end within a character", () => {
    const bytes = Buffer.from("abü").subarray(0, 3);
    expect(readBodyText([{ part: { type: "text/plain" }, bytes, cut: true }]).body).toBe("ab");
  });

  test("are cut at 10,000 characters, never within one", () => {
    const shown = (text: string) =>
      readBodyText([{ part: { type: "text/plain" }, bytes: Buffer.from(text), cut: false }]);
    expect(shown("a".repeat(10_000))).toEqual({ body: "a".repeat(10_000), body_truncated: false });
    const { body, body_truncated } = shown(`${"a".repeat(9_999)}👋`);
    expect([body.length, body_truncated]).toEqual([9_999, true]);
  });
});

describe("what a stranger wrote", () => {
  test.each<[what: string, written: string, shown: string]>([
    ["spaces and empty lines", " a  \t b \r\n\r\n\r\n\r\nc ", "a b\n\nc"],
    ["control characters", "a\u0000b\u0007c\u001b[2J", "abc[2J"],
    ["text nobody sees", "pay\u200b\u202e me\u{e0049}\u{e0067}\u{e006e}", "pay me"],
    ["joined characters", "👩\u200d💻", "👩\u200d💻"],
    ["markup in plain text", "<b>&amp; 3 < 4", "<b>&amp; 3 < 4"],
  ])("%s", (_what, written, shown) => {
    expect(read(written)).toBe(shown);
  });
});

describe("HTML", () => {
  test.each<[what: string, markup: string, shown: string]>([
    ["paragraphs and lines", "<p>One<br>two</p><p>Three &amp; <b>four</b></p>", "One\ntwo\n\nThree & four"],
    [
      "lists and tables",
      "<ul><li>a<li>b</ul><table><tr><td>1</td> <td>2</td></tr></table>",
      "- a\n- b\n\n1 | 2",
    ],
    [
      "rows and cells, with paragraphs in them",
      "<table><tr><td><p>Rooms</p></td><td></td><td>1</td></tr><tr><td>Tax<td>9</table>",
      "Rooms | 1\nTax | 9",
    ],
    [
      "tables that lay out a page",
      "<table><tr><td><table><tr><td>a<br>b</td></tr></table></td><td><p>c</p></td></tr></table>",
      "a\nb\n\nc",
    ],
    ["numbered lists", '<ol start="3"><li><p>a</p><li>b<ul><li>c</ul></ol>', "3. a\n4. b\n\n- c"],
    [
      "quotes",
      "<div>a</div><blockquote>b<blockquote>c<br>d</blockquote></blockquote>e",
      "a\n\n> b\n>\n> > c\n> > d\n\ne",
    ],
    ["empty lines", "<div>a</div><div><br></div><div>b</div>", "a\n\nb"],
    [
      "preformatted lines",
      "<pre>a\n  b\n\nc</pre><p style='white-space: pre-wrap'>d\ne",
      "a\nb\n\nc\n\nd\ne",
    ],
    [
      "links",
      '<a href="https://x.example/?a=1&amp;b">Pay</a> <a href="mailto:a@x.example?s=1">us</a>',
      "Pay (https://x.example/?a=1&b) us (a@x.example)",
    ],
    [
      "links that show their address",
      '<a href="https://x.example/">x.example</a>, <a href="#a">b</a>',
      "x.example, b",
    ],
    [
      "links of images",
      '<a href="https://x.example/a"><img src="b"></a><img alt="Logo">',
      "(https://x.example/a) Logo",
    ],
    [
      "addresses that are too long",
      `<a href="https://x.example/${"a".repeat(500)}">b</a>`,
      "b (https://x.example/…)",
    ],
    ["line ends that mean nothing", "a\n  b\r\nc", "a b c"],
    ["scripts and styles", "<style>x{}</style>a<script>alert(1)</script><title>t</title>b", "ab"],
    [
      "what is not shown",
      'a<div style="display: none">hidden<br><p>too</p></div>b<span hidden>c</span>',
      "ab",
    ],
    ["what is invisible", '<p style="visibility:hidden">a<b style="visibility: visible">b</b>c</p>', "b"],
    [
      "letters without size",
      '<td style="font-size:0">a<p style="font:12px/1 Arial">b</p><i style="font-size:1em">c',
      "b",
    ],
    [
      "letters in the colour of the page",
      'a<p style="color:#FEFEFE">b<a href="https://x.example">c</a></p>',
      "a\n\nc (https://x.example)",
    ],
    ["the last of two styles", '<p style="display:none;display:block!important">a', "a"],
    [
      "what has no height, or is far away",
      'a<p style="max-height:0px;overflow:hidden">b</p><p style="position:absolute;left:-9999px">c',
      "a",
    ],
    [
      "white letters on a dark ground",
      '<td bgcolor="#222"><font color="white">a</font><b style="color:#222222">b',
      "a",
    ],
    [
      "white letters on what a style sheet paints",
      '<style>.dark{background:#000}</style><p class="dark" style="color:#fff">a',
      "a",
    ],
    [
      "what a style sheet hides, other than on small screens",
      "<style>/* a{ */ .x, p.y{display:none} @media (max-width:9em){.z{display:none}} .a .z{display:none}</style>" +
        "<p class='x b'>a<p class=y>b<i class=y>c</i><p class=z>d",
      "d",
    ],
    ["white letters on a picture", '<p style="background:url(a.png);color:#fff">a', "a"],
    ["what is not closed", "<p>a<div>b<script>c", "a\n\nb"],
    ["entities", "&lt;b&gt; &#8364; &nbsp;x", "<b> € x"],
  ])("%s", (_what, markup, shown) => {
    expect(html(markup)).toBe(shown);
  });

  test("of an attack costs a bounded time, and ends where it gets too deep", () => {
    expect(html(`a${"<div>".repeat(50_000)}b`)).toBe("a");
    expect(html("<a href=https://x.example>b".repeat(20_000))).toContain("b (https://x.example)");
    expect(html("<p".repeat(100_000)).length).toBeLessThanOrEqual(10_000);
    expect(html(`${"&".repeat(200_000)}`).length).toBe(10_000);
    expect(read(`${" ".repeat(250_000)}x`, { encoding: "quoted-printable" })).toBe("x");
    expect(read("=\t".repeat(125_000), { encoding: "quoted-printable" }).length).toBeLessThanOrEqual(10_000);
  });
});

describe("over the wire", () => {
  const under = startedForEach(startImapUnderTest);

  const bodies = async () =>
    messagesOf(await under.search({ include_body: true })).map(({ body, body_truncated }) => [
      body,
      body_truncated,
    ]);

  test("plain text is preferred, HTML read where there is nothing else", async () => {
    const { inbox } = under.imap;
    const attachments = [{ filename: "a.txt", contentType: "text/plain", content: "attached" }];
    inbox.add({ text: "plain", html: "<p>rich</p>" });
    inbox.add({ text: "", html: "<p>rich only</p>", attachments });
    inbox.add({ text: "with attachment", attachments });
    inbox.add(Buffer.from("Content-Type: text/html\r\n\r\n<p>one</p><p>part</p>"));
    inbox.add(Buffer.from("Content-Type: application/pdf\r\n\r\n%PDF"));
    expect(await bodies()).toEqual([
      [undefined, undefined],
      ["one\n\npart", false],
      ["with attachment", false],
      ["rich only", false],
      ["plain", false],
    ]);
  });

  const multipart = (type: string, ...parts: string[]) =>
    Buffer.from(
      `Content-Type: multipart/${type}; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--`,
    );

  test("several texts are shown in order, and what stands between them is listed", async () => {
    const photo = 'Content-Type: image/jpeg; name="a.jpg"\r\nContent-Disposition: inline\r\n\r\n/9j/';
    const [first, last] = ["Content-Type: text/plain\r\n\r\nfirst", "Content-Type: text/html\r\n\r\n<p>last"];
    under.imap.inbox.add(multipart("mixed", first, photo, last));
    const listed = [{ filename: "a.jpg", content_type: "image/jpeg", size: 4, inline: true }];
    expect(messagesOf(await under.search({ include_body: true, query: "has:attachment" }))).toMatchObject([
      { body: "first\n\nlast", attachments: listed },
    ]);
  });

  test("an image of the HTML is listed, and no attachment to search for", async () => {
    const html = 'Content-Type: text/html\r\n\r\n<img src="cid:logo@x">Hello';
    const logo = "Content-Type: image/png\r\nContent-ID: <logo@x>\r\n\r\nx";
    under.imap.inbox.add(multipart("related", html, logo));
    const listed = [{ content_type: "image/png", size: 1, inline: true, content_id: "<logo@x>" }];
    expect(messagesOf(await under.search({ query: "-has:attachment" }))).toMatchObject([
      { attachments: listed },
    ]);
  });

  test("HTML is read where the plain text is blank", async () => {
    const parts = ["Content-Type: text/plain\r\n\r\n \r\n\r\n ", "Content-Type: text/html\r\n\r\n<p>4711"];
    under.imap.inbox.add(multipart("alternative", ...parts));
    expect(await bodies()).toEqual([["4711", false]]);
  });

  test("a multipart without its boundary is one text", async () => {
    under.imap.inbox.add(Buffer.from("Content-Type: multipart/mixed; boundary=b\r\n\r\nStill readable"));
    expect(await bodies()).toEqual([["Still readable", false]]);
  });

  test("what is signed or encrypted says so", async () => {
    const part = "Content-Type: text/plain\r\n\r\nwords";
    under.imap.inbox.add(multipart("signed", part));
    under.imap.inbox.add(multipart("encrypted", "Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1"));
    under.imap.inbox.add(
      Buffer.from("Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n\r\nx"),
    );
    const seen = messagesOf(await under.search()).map(({ signed, encrypted }) => ({ signed, encrypted }));
    expect(seen).toEqual([{ signed: true }, { encrypted: true }, { signed: true }]);
  });

  test("a long one is cut, and only so much of it fetched", async () => {
    under.imap.inbox.add({ text: "long ".repeat(40_000) });
    const [[body, truncated] = []] = await bodies();
    expect(String(body)).toHaveLength(10_000);
    expect(truncated).toBe(true);
    expect(under.imap.commands).toContain("UID FETCH 1 (UID BODY.PEEK[TEXT]<0.90000>)");
  });

  test("an enclosed message is an attachment, and its text not taken for the letter's", async () => {
    const enclosed = "Subject: inner\r\nContent-Type: text/plain\r\n\r\ninner";
    const parts = [
      "Content-Type: text/html\r\n\r\n<p>outer</p>",
      `Content-Type: message/rfc822\r\n\r\n${enclosed}`,
    ];
    const body = parts.map((part) => `--b\r\n${part}\r\n`).join("");
    under.imap.inbox.add(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}--b--\r\n`));
    const [message] = messagesOf(await under.search({ include_body: true }));
    expect(message).toMatchObject({
      body: "outer",
      attachments: [{ content_type: "message/rfc822", size: enclosed.length }],
    });
  });

  test("none is fetched unless it is asked for", async () => {
    under.imap.inbox.add({ text: "plain" });
    expect(messagesOf(await under.search())[0]).not.toHaveProperty("body");
    expect(under.imap.commands.join()).not.toContain("BODY.PEEK");
  });
});

test("a subject in letters that are no UTF-8", async () => {
  const under = await startImapUnderTest();
  under.imap.inbox.recreate();
  under.imap.inbox.add(
    Buffer.from("From: a@x.example\r\nSubject: Gr\xfc\xdfe\r\n aus K\xf6ln\r\n\r\nx", "latin1"),
  );
  expect(messagesOf(await under.search())).toMatchObject([{ subject: "Grüße aus Köln" }]);
  await under.close();
});
