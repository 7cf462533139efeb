import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../openapi/open-api-document.ts";
import type { Called } from "./curl-example.ts";
import { html, Markup } from "./markup.ts";
import { operationSection } from "./operation-section.ts";
import { prose } from "./prose.ts";
import { schemaAnchor, schemaTree } from "./schema-tree.ts";
import { STYLE } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Nothing is loaded, run or framed; the page's own style alone is taken. */
export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The description as one page that needs nothing else. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags } = document;
  const sections = tags.map((tag) => ({ ...tag, calls: callsOf(document, tag.name) }));
  const schemas = Object.entries(document.components.schemas);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>${info.title}</h1>
<p>${info.summary}. Version ${info.version}, at <code>${serverOf(document)}</code>; the same as <a href="openapi.json">OpenAPI 3.1</a>.</p>
</header>
<nav aria-label="Contents"><ul>
${sections.map(({ name, calls }) => html`<li><strong>${name}</strong><ul>${calls.map(contentsItem)}</ul></li>`)}
<li><strong><a href="#schemas">Schemas</a></strong></li>
</ul></nav>
<main>
${prose(info.description)}
${sections.map(({ name, description, calls }) => html`<section><h2>${name}</h2>${prose(description)}${calls.map(operationSection)}</section>`)}
<section><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => html`<article id="${schemaAnchor(name)}"><h3>${name}</h3>${schemaTree(schema)}</article>`)}
</section>
</main>
</body>
</html>
`;
  return page.text;
}

function callsOf(document: OpenApiDocument, tag: string): Called[] {
  const url = serverOf(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ url, method, path, operation, named: document.components.schemas })),
  );
}

function serverOf({ servers: [server] }: OpenApiDocument): string {
  return server?.url ?? "";
}

function contentsItem({ operation }: Called): Markup {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`;
}
