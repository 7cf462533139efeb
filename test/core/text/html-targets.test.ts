import { listHtmlTargets } from "@plumbline/core/text/html-targets.ts";
import { describe, expect, test } from "vitest";

const EVIL = "https://evil.example/x";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Markup, each form of which makes a browser or a mail program reach `evil.example`. */
const REACHING: readonly (readonly [what: string, html: string])[] = [
  // Elements and attributes.
  ["an image", `<img src="${EVIL}">`],
  ["an image by its other name", `<image src="${EVIL}">`],
  ["a candidate of srcset", `<img srcset="a.png 1x, ${EVIL} 2x">`],
  ["a candidate after leading commas", `<img srcset=",,,${EVIL}">`],
  ["a source", `<picture><source srcset=${EVIL}></picture>`],
  ["a preloaded candidate", `<link rel=preload as=image imagesrcset="${EVIL} 1x">`],
  ["an image in SVG", `<svg><image href="${EVIL}"/></svg>`],
  ["an image in SVG by xlink", `<svg><image xlink:href="${EVIL}"/></svg>`],
  ["a filter in SVG", `<svg><feImage href="${EVIL}"/></svg>`],
  ["a used symbol", `<svg><use href="${EVIL}#a"/></svg>`],
  ["a fill", `<svg><rect fill="url(${EVIL}#a)"/></svg>`],
  ["an animated link", `<svg><a><animate attributeName="href" values="#a;${EVIL}"/></a></svg>`],
  ["a set link", `<svg><a><set attributeName="href" to="${EVIL}"/></a></svg>`],
  ["a link", `<a href="${EVIL}">here</a>`],
  ["a link's ping", `<a href="#top" ping="/a ${EVIL}">up</a>`],
  ["an area", `<map><area href="${EVIL}"></map>`],
  ["a form", `<form action="${EVIL}"><input name="password"></form>`],
  ["a button's own form action", `<button formaction="${EVIL}">Go</button>`],
  ["an input's image", `<input type="image" src="${EVIL}">`],
  ["a refresh", `<meta http-equiv="refresh" content="0;url=${EVIL}">`],
  ["a refresh in quotes", `<meta http-equiv=refresh content="0; URL='${EVIL}'">`],
  ["a refresh without url", `<meta http-equiv=refresh content="0,${EVIL}">`],
  [
    "a report of a policy",
    `<meta http-equiv="Content-Security-Policy" content="img-src 'self'; report-uri ${EVIL}">`,
  ],
  ["a base", `<base href="${EVIL}"><img src="y">`],
  ["a style sheet", `<link rel="stylesheet" href="${EVIL}">`],
  ["a resolved name", `<link rel="dns-prefetch" href="//evil.example">`],
  ["a frame", `<iframe src="${EVIL}"></iframe>`],
  ["a frame of a set", `<frameset><frame src="${EVIL}"></frameset>`],
  ["a frame's document", `<iframe srcdoc="<img src='${EVIL}'>"></iframe>`],
  ["a frame's encoded document", `<iframe srcdoc="&lt;img src=&#34;${EVIL}&#34;&gt;"></iframe>`],
  ["an object", `<object data="${EVIL}"></object>`],
  ["an object's parameter", `<object><param name="movie" value="${EVIL}"></object>`],
  ["an applet's archive", `<applet archive="a.jar,${EVIL}"></applet>`],
  ["an embedded file", `<embed src="${EVIL}">`],
  ["a video", `<video src="${EVIL}"></video>`],
  ["a video's poster", `<video poster="${EVIL}"></video>`],
  ["a track", `<video><track src="${EVIL}"></video>`],
  ["a background", `<body background="${EVIL}">`],
  ["a cell's background", `<table><td background="${EVIL}"></table>`],
  ["a manifest", `<html manifest="${EVIL}">`],
  ["a picture of old browsers", `<img lowsrc="${EVIL}">`],
  ["a picture of Outlook", `<v:fill src="${EVIL}" type="frame"/>`],
  ["an attribute that nobody knows", `<p hologram="${EVIL}">`],
  ["an instruction", `<?xml-stylesheet href="${EVIL}"?>`],
  // Styles.
  ["a style", `<p style="background:url(${EVIL})">`],
  ["a style in quotes", `<p style="background:url( '${EVIL}' )">`],
  ["an image set", `<p style='background:image-set("${EVIL}" 1x)'>`],
  ["an imported sheet", `<style>@import "${EVIL}";</style>`],
  ["a font", `<style>@font-face{src:url(${EVIL})}</style>`],
  ["an escaped function", `<p style="background:u\\72l(${EVIL})">`],
  ["an escaped address", String.raw`<p style="background:url(\68ttps\3a\2f\2f evil.example/x)">`],
  ["a broken string", `<p style='background:url("https:\\\n//evil.example/x")'>`],
  ["a sheet that never ends", `<style>p{background:url(${EVIL})}`],
  [
    "a sheet in SVG, encoded",
    `<svg><style>&#64;import &quot;https&colon;//evil.example/x&quot;</style></svg>`,
  ],
  ["a sheet in a sheet", `<style>@import url(data:text/css;base64,${base64(`@import "${EVIL}"`)});</style>`],
  // Data.
  ["a page in an address", `<iframe src="data:text/html,<img src=${EVIL}>"></iframe>`],
  ["a page in Base64", `<object data="data:text/html;base64,${base64(`<img src=${EVIL}>`)}"></object>`],
  ["a drawing, percent by percent", `<embed src="data:image/svg+xml,%3Csvg%3E%3Cimage%20href='${EVIL}'%3E">`],
  // Addresses as a browser reads them.
  ["no scheme", `<img src="//evil.example/x">`],
  ["backslashes", `<img src="\\\\evil.example\\x">`],
  ["both slashes", `<img src="/\\evil.example/x">`],
  ["three slashes", `<img src="///evil.example/x">`],
  ["one slash", `<img src="http:/evil.example/x">`],
  ["no slash", `<img src="https:evil.example/x">`],
  ["capitals", `<IMG SRC=HTTPS://EVIL.EXAMPLE/X>`],
  ["tabs and line breaks within", `<img src="ht\ttps:/\n/evil.exa\rmple/x">`],
  ["the same, encoded", `<img src="ht&Tab;tps&colon;&NewLine;//evil.example/x">`],
  ["control characters before", `<img src="\u0001 ${EVIL}">`],
  ["numbers for letters", `<img src="&#104;&#x74;tps&#58;//evil.example/x">`],
  ["numbers without their end", `<img src="&#104&#116&#116&#112&#58&#47&#47evil.example/x">`],
  ["another user before", `<a href="https://corp.example@evil.example/x">corp</a>`],
  ["wide letters", `<img src="https://ｅｖｉｌ.example/x">`],
  ["a soft hyphen", `<img src="https://e\u00ADvil.example/x">`],
  ["a percent in the host", `<img src="https://%65vil.example/x">`],
  ["a folder of a server", `<img src="file://evil.example/share/x.png">`],
  ["another scheme", `<a href="ms-word:ofe|u|${EVIL}">Open</a>`],
  ["a link without scheme", `<a href="evil.example/x">here</a>`],
  // Markup that readers disagree about.
  ["no space before an attribute", `<img alt="a"src="${EVIL}">`],
  ["slashes for spaces", `<img/src="${EVIL}"/>`],
  ["a tag that never ends", `<img src="${EVIL}`],
  ["an attribute twice", `<img src="cid:a" src="${EVIL}">`],
  ["an equals sign before", `<img = src="${EVIL}">`],
  ["a quote in a name", `<img " src="${EVIL}">`],
  ["a comment that ends at once", `<!--><img src="${EVIL}">-->`],
  ["a comment that ends with a mark", `<!-- --!><img src="${EVIL}"> -->`],
  ["a comment for Outlook", `<!--[if mso]><img src="${EVIL}"><![endif]-->`],
  ["a comment in a sheet", `<style><!--</style><img src="${EVIL}">--></style>`],
  ["a section that is none", `<![CDATA[><img src="${EVIL}">]]>`],
  ["a section in SVG", `<svg><![CDATA[</svg><img src="${EVIL}">]]></svg>`],
  ["a sheet that only SVG reads", `<svg></p><style><a id="</style><img src=${EVIL}>">`],
  ["text of a page without scripts", `<noscript><p title="</noscript><img src=${EVIL}>"></noscript>`],
  ["the same behind a quote", `<noscript><p title='</noscript><img alt='>' src=${EVIL}>`],
  ["text of a field", `<textarea><img src="${EVIL}"></textarea>`],
  ["text of a title", `<svg><title><img src="${EVIL}"></title></svg>`],
  ["text that ends nowhere", `<plaintext><img src="${EVIL}">`],
  ["a template", `<template><img src="${EVIL}"></template>`],
  ["mathematics", `<math><mtext><table><mglyph><style><img src="${EVIL}">`],
  ["text of a drawing", `<svg><style>&lt;/style&gt;&lt;img src=${EVIL}&gt;</style></svg>`],
  ["text of an attribute", `<meta name="copyright" content="&lt;img src='//evil.example/x'>">`],
  ["a form in a form", `<form><form action="${EVIL}">`],
  ["a NUL in a name", `<im\0g s\0rc="${EVIL}">`],
  ["a table around it", `<table><tr><img src="${EVIL}"></table>`],
];

/** Markup that reaches nobody, as honest mail has it. */
const QUIET: readonly (readonly [what: string, html: string])[] = [
  ["plain text", `See ${EVIL} & 3 < 4`],
  ["words in bold", "<p>Hello <b>Ada</b>,<br>see you.</p>"],
  [
    "the frame of a mail",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">' +
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>' +
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>A: b</title>' +
      "<style>p{margin:0 0 1em;mso-line-height-rule:exactly} @media (max-width:600px){td{width:100%!important}}</style>" +
      "</head><body lang=EN>Hello</body></html>",
  ],
  ["an attached picture", '<img src="cid:logo@corp.example" alt="Logo: see https://corp.example/">'],
  ["a drawn picture", '<img src="data:image/png;base64,iVBORw0KGgo=">'],
  ["a place in the mail", '<a href="#terms">Terms</a> <img usemap="#plan" src="">'],
  ["a telephone", '<a href="tel:+4930123456">Call</a>'],
  ["a quote", '<blockquote type="cite" cite="https://corp.example/a">He: yes</blockquote>'],
  [
    "data for scripts",
    '<td data-label="https://corp.example/" class="a:b" itemtype="https://schema.org/Offer">',
  ],
  ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9"/></svg>'],
];

describe("HTML", () => {
  test.each(REACHING)("reaches a host by %s", (_what, html) => {
    const reached = listHtmlTargets(`<p>Hello ${html} world</p>`).map(({ url }) => url);
    expect(reached.filter((url) => /^[^?#]*\bevil\.example\b/i.test(url))).not.toEqual([]);
  });

  test.each(QUIET)("reaches nobody by %s", (_what, html) => {
    expect(listHtmlTargets(html)).toEqual([]);
  });

  test.each([
    ["an element", "<script>fetch('//' + host)</script>"],
    ["a handler", "<img src='cid:a' onerror=go()>"],
    ["an address", "<a href=' java\tscript:go()'>Go</a>"],
    ["a refresh", "<meta http-equiv=refresh content='0;url=javascript:go()'>"],
  ])("says of a script in %s that nobody knows what it reaches", (_where, html) => {
    expect(listHtmlTargets(html).map(({ url }) => url)).toEqual(["a script"]);
  });

  test("lists each address once, and tells what is loaded from what waits for a click", () => {
    const html =
      `<a href="${EVIL}">1</a><a href="HTTPS://evil.example/x">2</a><form action="https://a.example/f">` +
      `<a href="https://b.example/"><img src="https://b.example/"></a><a href="mailto:eve@evil.example">`;
    expect(listHtmlTargets(html)).toEqual([
      { url: EVIL, needsClick: true },
      { url: "https://a.example/f", needsClick: false },
      { url: "https://b.example/", needsClick: false },
      { url: "mailto:eve@evil.example", needsClick: true },
    ]);
  });

  test.each([
    ["tags that never end", "<a href='".repeat(20_000)],
    ["documents in documents", nested(8)],
  ])("says of %s that they cannot be read whole", (_what, html) => {
    expect(listHtmlTargets(html).at(-1)).toEqual({
      url: "HTML that cannot be fully read",
      needsClick: false,
    });
  });
});

function nested(levels: number): string {
  if (levels === 0) return `<img src="${EVIL}">`;
  return `<iframe srcdoc="${nested(levels - 1)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")}">`;
}
