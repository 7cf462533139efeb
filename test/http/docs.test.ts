import { createHash } from "node:crypto";
import { createApp } from "@plumbline/http/app.ts";
import { docsRoutes } from "@plumbline/http/endpoints/docs.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { describe, expect, test } from "vitest";
import { renderApiPage } from "../../packages/http/docs/api-reference.ts";
import { TOOL_DESCRIPTIONS } from "../../packages/http/openapi/built/tool-descriptions.ts";
import { describeApi } from "../../packages/http/openapi/describe-api.ts";
import type { OpenApiDocument } from "../../packages/http/openapi/open-api-document.ts";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const document = describeApi("https://plumbline.example", OPERATIONS, TOOL_DESCRIPTIONS);
const slugs = [
  "api",
  ...document.tags.map(({ name }) => `api-${name.toLowerCase().replaceAll(" ", "-")}`),
  "api-schemas",
];
/** The pages of a description by their names. */
const written = (described: OpenApiDocument) =>
  new Map(slugs.map((slug) => [slug, renderApiPage(described, slug) ?? ""]));
const pages = written(document);

const api = startedForFile(startApi);

describe.each(["/openapi.json", "/docs", "/docs/api", "/docs/api-tools", "/docs/tools"])("%s", (path) => {
  test("is given to everybody, whatever the query, and may be kept", async () => {
    const { status, headers } = await api.call("GET", `${path}?from=somewhere`, { key: null });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
  });

  test("is not sent again to who has it", async () => {
    const { headers } = await api.call("GET", path);
    const etag = headers.get("etag") ?? "";
    for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await api.call("GET", path, { headers: { "if-none-match": asked } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("cache-control")).toBe("public, max-age=300");
    }
  });

  test("has a head without a body, and nothing but GET and HEAD", async () => {
    const { status, text, headers } = await api.call("HEAD", path);
    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("etag")).toBe((await api.call("GET", path)).headers.get("etag"));
    const post = await api.call("POST", path);
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
  });
});

describe("where the service is reached", () => {
  const serverOf = async (publicUrl?: string, baseUrl?: string) => {
    const app = createApp(api.service, docsRoutes({ publicUrl }, OPERATIONS));
    const request = new Request("http://evil.example/openapi.json", { headers: { host: "evil.example" } });
    const text = await (await app.fetch(request, { baseUrl })).text();
    expect(text).not.toContain("evil.example");
    return JSON.parse(text).servers;
  };

  test("is PUBLIC_URL where it is set, without its last slash", async () => {
    const url = "https://plumbline.example/base";
    expect(await serverOf(`${url}/`, "http://127.0.0.1:9000")).toEqual([{ url }]);
  });

  test("else is what the platform says of itself, and never what the client asked", async () => {
    expect(await serverOf(undefined, "http://127.0.0.1:9000")).toEqual([{ url: "http://127.0.0.1:9000" }]);
  });

  test("else is the default address", async () => {
    expect(await serverOf()).toEqual([{ url: "http://127.0.0.1:8787" }]);
  });
});

describe("the pages of the API", () => {
  test("may load, run and send nothing, by a policy that its own style passes", async () => {
    const { headers, text } = await api.call("GET", "/docs/api");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    for (const page of pages.values())
      expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|@import|url\(/i);
    const [contents, first, second, ...others] = hrefsIn(text);
    expect(contents).toBe("#contents");
    expect([first, second]).toEqual(["../openapi.json", "../docs"]);
    expect(others.filter((href) => !/^api(-[a-z-]+)?(#|$)/.test(href))).toEqual([]);
    const consoleLinks = hrefsIn(pages.get("api-each-tool") ?? "").filter((href) =>
      href.includes("/#/tools/"),
    );
    expect(consoleLinks).toEqual(
      TOOL_DESCRIPTIONS.map(({ name }) => `https://plumbline.example/#/tools/${name}`),
    );
  });

  test("have every operation under its tag, and every schema, and no link that leads nowhere", () => {
    const anchors = new Map([...pages].map(([slug, page]) => [slug, idsIn(page)]));
    for (const methods of Object.values(document.paths))
      for (const { operationId, summary, tags } of Object.values(methods)) {
        const slug = slugs[1 + document.tags.findIndex(({ name }) => tags.includes(name))] ?? "";
        expect(pages.get(slug)).toContain(`<article id="${operationId}">`);
        expect(pages.get(slug)).toContain(`<a href="#${operationId}">${escaped(summary)}</a>`);
        expect(pages.get("api")).toContain(`<a href="${slug}#${operationId}">${escaped(summary)}</a>`);
        // Links from before a tag had a page.
        expect(anchors.get("api")).toContain(operationId);
      }
    for (const name of Object.keys(document.components.schemas))
      expect(anchors.get("api-schemas")).toContain(`schema-${name}`);
    for (const [slug, page] of pages) {
      expect(new Set(anchors.get(slug)).size).toBe(anchors.get(slug)?.length);
      for (const href of hrefsIn(page).filter((one) => /^(#|api)/.test(one))) {
        const [target = "", anchor] = href.split("#");
        const there = anchors.get(target || slug);
        expect([href, anchor === undefined ? there !== undefined : there?.includes(anchor)]).toEqual([
          href,
          true,
        ]);
      }
    }
  });

  test("say who may call, what is taken and what is answered", () => {
    const section = sectionOf("createCredential");
    expect(section).toContain("with the scope <code>credentials:write</code>");
    expect(section).toMatch(
      /<code>label<\/code> <span class="type">string, 1 to 120 characters<\/span> <span class="need">required/,
    );
    expect(section).toContain("secret: never returned");
    expect(section).toMatch(/where <code>kind<\/code> is .*&quot;network&quot;.*<code>urn<\/code>/s);
    for (const status of [201, 400, 401, 403, 404, 405, 409, 413, 415, 500, 503])
      expect(section).toContain(`<dt>${status}</dt>`);
    expect(sectionOf("createTenant")).toContain("An operator key");
    expect(sectionOf("getHealth")).toContain("Anyone, without a key.");
  });

  test("escape all that they are given", () => {
    const hostile = `</code><script>alert("1")</script>&'`;
    const evil: OpenApiDocument = JSON.parse(
      JSON.stringify(document, (key, value) =>
        PROSE.has(key) && typeof value === "string" ? hostile : value,
      ),
    );
    evil.servers = [{ url: hostile }];
    const text = [...written(evil).values()].join("");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;");
  });
});

describe("a call to paste", () => {
  /** The arguments a POSIX shell makes of a command, with `ID` and the key set. */
  const words = (command: string) =>
    [...command.replaceAll("\\\n", " ").matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g)].map(([word]) =>
      word.replace(
        /'([^']*)'|"([^"]*)"|\\(.)/g,
        (_all, plain = "", open = "", single = "") =>
          plain + open.replace("$PLUMBLINE_API_KEY", api.tenant.apiKey.reveal()).replace("$ID", ID) + single,
      ),
    );
  const ID = "00000000-0000-4000-8000-000000000000";

  test.each([
    ["listTools", 200],
    ["createCredential", 201],
    ["getCredential", 404],
    ["callTool", 200],
    ["completePrompt", 200],
    ["runAgent", 200],
    ["postMcp", 200],
    ["getHealth", 200],
    ["createTenant", 403],
  ])("of %s is a %d", async (operationId, expected) => {
    const [, command = ""] = /<pre><code>(.*?)<\/code><\/pre>/s.exec(sectionOf(operationId)) ?? [];
    const [curl, flags, ...rest] = words(unescaped(command));
    expect([curl, flags]).toEqual(["curl", expect.stringMatching(/^-sSN?$/)]);
    const method = rest[0] === "-X" ? rest[1] : "GET";
    const url = rest.find((word) => word.startsWith("https://")) ?? "";
    const headers = rest.flatMap((word, index) => (rest[index - 1] === "-H" ? [word.split(/: (.*)/s)] : []));
    const answer = await api.fetch(
      new Request(url, {
        method: method ?? "",
        headers: Object.fromEntries(headers.map(([name, value]) => [name, value])),
        body: rest.includes("-d") ? (rest[rest.indexOf("-d") + 1] ?? null) : null,
      }),
    );
    await answer.text();
    expect(answer.status).toBe(expected);
  });
});

const PROSE = new Set(["title", "summary", "description", "version", "pattern"]);

function sectionOf(operationId: string): string {
  const [, section = ""] = [...pages.values()].join("").split(`<article id="${operationId}">`);
  return section.split("</article>")[0] ?? "";
}

function hrefsIn(page: string): string[] {
  return [...page.matchAll(/\shref="([^"]*)"/g)].map(([, href = ""]) => href);
}

function idsIn(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
}

function unescaped(text: string): string {
  const names = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replace(/&([^;]+);/g, (all, name: keyof typeof names) => names[name] ?? all);
}
