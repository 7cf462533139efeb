import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { GUIDE } from "../../packages/http/docs/built/pages.ts";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const api = startedForFile(startApi);

const read = async (path: string) => (await api.call("GET", path, { key: null })).text;
const found = async (query: string) => {
  const text = await read(`/docs?${new URLSearchParams({ q: query })}`);
  return [...text.matchAll(/<li><a href="docs\/([^"]+)">([^<]*)<\/a><p>(.*?)<\/p>/gs)].map(
    ([, target = "", title = "", excerpt = ""]) => ({ target, title, excerpt }),
  );
};

test("the first page lists every page of docs/, by group", async () => {
  const files = (await readdir("docs", { recursive: true })).filter((file) => file.endsWith(".md"));
  const slugs = files.map((file) => file.replace(/\.md$/, "").replaceAll("/", "-"));
  const text = await read("/docs");
  for (const slug of slugs) expect(text).toContain(`<a href="docs/${slug}">`);
  expect(text).toMatch(/<h2>Start<\/h2><ul class="pages"><li><a href="docs\/quickstart">/);
  expect(GUIDE.pages.map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted());
});

test("every link leads to a page and an anchor that are there", async () => {
  const anchors = new Map<string, Set<string>>();
  const texts = new Map<string, string>();
  const reference = [...(await read("/docs/api")).matchAll(/href="(api[a-z-]*)"/g)].map(
    ([, slug = ""]) => slug,
  );
  for (const slug of [...reference, ...GUIDE.pages.map((page) => page.slug)]) {
    const text = await read(`/docs/${slug}`);
    texts.set(slug, text);
    anchors.set(slug, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id)));
  }
  const dead: string[] = [];
  for (const [slug, text] of texts)
    for (const [, href = ""] of text.matchAll(/\shref="([^"]+)"/g)) {
      if (/^(https?:|\.\.\/)/.test(href)) continue;
      const [target = "", anchor] = href.split("#");
      const there = anchors.get(target === "" ? slug : target);
      if (!there || (anchor !== undefined && !there.has(decodeURIComponent(anchor))))
        dead.push(`${slug}: ${href}`);
    }
  expect(dead).toEqual([]);
});

test("a page may load nothing and run only its own script, by a policy that its style and script pass", async () => {
  for (const path of ["/docs", "/docs/quickstart", "/docs?q=feed"]) {
    const { headers, text } = await api.call("GET", path, { key: null });
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => hashOf(script));
    expect(scripts).toHaveLength(1);
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src '${scripts}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script\s|<link|<img|<iframe|\son\w+=|\sstyle=|@import|url\(/i);
  }
  const withDrawing = await read("/docs/approvals");
  expect(withDrawing).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
  expect(withDrawing.match(/<style>/g)).toHaveLength(1);
});

test("a search finds sections by words, by their beginnings and with a slip in a long one", async () => {
  const [best] = await found("chatapp_dm");
  expect(best?.target).toBe("tools#send-a-direct-chat-message-chatapp_dm");
  expect((await found("idempotency key")).map(({ target }) => target)).toContain(
    "tools#a-call-that-is-made-once",
  );
  expect((await found("aproval")).map(({ title }) => title).join()).toContain("Approvals");
  const [setting] = await found("EGRESS_ALLOW");
  expect(setting?.excerpt.toLowerCase()).toContain("<mark>egress_allow</mark>");
  expect((await found("backup restore")).length).toBeGreaterThan(0);
});

test("a search for a whole code finds the row that explains it; small words do not count", async () => {
  const codes = (await found("research_ambiguous_name")).slice(0, 3);
  expect(codes.map(({ target }) => target).join(" ")).toMatch(/\berrors#|\bresearch#a-refusal\b/);
  for (const { excerpt } of codes) expect(excerpt).toContain("<mark>research_ambiguous_name</mark>");
  const keys = await found("a key that may only read");
  expect(
    keys
      .slice(0, 3)
      .map(({ target }) => target)
      .join(" "),
  ).toMatch(/\bkeys#/);
  const targets = async (query: string) => (await found(query)).map(({ target }) => target);
  expect(await targets("the scope of a key")).toEqual(await targets("scope key"));
});

test("a search finds the sentence that has most of the words, if none has all", async () => {
  const hits = await found("try a webhook on this machine");
  expect(hits.map(({ excerpt }) => excerpt.replaceAll(/<\/?mark>/g, "")).join("\n")).toContain(
    "To try one on this machine",
  );
});

test("examples call the service that serves them", async () => {
  for (const path of ["/docs/quickstart", "/docs/quickstart.md"]) {
    const text = await read(path);
    expect(text).toContain("http://plumbline.test");
    expect(text).not.toContain("127.0.0.1:8787");
  }
});

test("what was looked for stays text, and what no page has is said to be so", async () => {
  const hostile = `"><script>alert(1)</script>`;
  const text = await read(`/docs?${new URLSearchParams({ q: `zzqx${hostile}` })}`);
  expect(text).not.toContain("<script>alert");
  expect(text).toContain('value="zzqx&quot;&gt;&lt;script&gt;');
  expect(text).toContain("No page contains these words.");
  expect(await found("x".repeat(5_000))).toEqual([]);
});

test("llms.txt lists every page as Markdown, and their links lead on", async () => {
  const { headers, text } = await api.call("GET", "/llms.txt", { key: null });
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const listed = [...text.matchAll(/^- \[[^\]]+\]\((docs\/[^)]+\.md)\): \S.*$/gm)].map(
    ([, href = ""]) => href,
  );
  expect(listed).toHaveLength(GUIDE.pages.length);
  for (const href of listed) {
    const page = await api.call("GET", `/${href}`, { key: null });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(page.text).toMatch(/^# \S/);
    for (const [, link = ""] of page.text.matchAll(/\]\(([\w-]+\.md)(?:#[^)]*)?\)/g))
      expect(listed).toContain(`docs/${link}`);
    expect(page.text).not.toMatch(/<!--|\]\(\.\.\//);
  }
});

test("a page that is not there is a 404 that says where all are", async () => {
  const { status, json } = await api.call("GET", "/docs/nothing", { key: null });
  expect([status, json.error_code, json.detail]).toEqual([
    404,
    "not_found",
    "There is no such page. See /docs for all pages.",
  ]);
});

test("a browser shows a page that is not there as a page", async () => {
  const { status, headers, text } = await api.call("GET", "/docs/nothing", {
    key: null,
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(text).toContain("There is no such page.");
  expect(text).toContain('href="quickstart"');
});

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
