import { createHash } from "node:crypto";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import type {
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
  SecurityRequirement,
} from "../openapi/open-api-document.ts";
import { EACH_TOOL } from "../openapi/tool-operations.ts";
import { html, line, Markup, NOTHING, prose } from "./markup.ts";
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
<p>${info.summary}. Version ${info.version}, at <code>${serverOf(document)}</code>; the same as <a href="../openapi.json">OpenAPI 3.1</a>. <a href="../docs">All docs</a>.</p>
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

/** One operation: who may call it, what it takes, what it answers, and a call to paste. */
export function operationSection(called: Called): Markup {
  const { method, path, operation } = called;
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  return html`<article id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code></h3>
<p class="summary">${summary}</p>
<p class="who">${whoMayCall(security)}</p>
${prose(description)}
${parameters.length > 0 ? html`<h4>Parameters</h4><ul>${parameters.map(parameterItem)}</ul>` : NOTHING}
${requestBody ? html`<h4>Body</h4>${Object.values(requestBody.content).map(({ schema }) => schemaTree(spelledOut(schema, called.named)))}` : NOTHING}
<h4>Answers</h4>
<dl>${Object.entries(responses).map(answerItem)}</dl>
${isOfATool(operation) ? html`<p>Refused as <a href="#callTool">any tool</a> is.</p>` : NOTHING}
<h4>Call</h4>
<pre><code>${curlExample(called)}</code></pre>
${isOfATool(operation) ? html`<p><a href="${called.url}/#/tools/${operationId}">Try it in the console</a></p>` : NOTHING}
</article>
`;
}

function isOfATool({ tags }: OperationObject): boolean {
  return tags.includes(EACH_TOOL.name);
}

/** Resolves a reference to a named schema, so that a body shows its fields at once. */
function spelledOut(schema: JsonSchema, named: Called["named"]): JsonSchema {
  const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref)) ?? [];
  return named[name] ?? schema;
}

function whoMayCall([requirement]: readonly SecurityRequirement[]): Markup {
  if (requirement === undefined) return html`Everybody, without a key.`;
  if (requirement.operatorKey) return html`An operator's key (<code>plo_…</code>).`;
  const [scope] = requirement.tenantKey ?? [];
  return scope === undefined
    ? html`A tenant's key (<code>plk_…</code>); its message says which scope it needs.`
    : html`A tenant's key (<code>plk_…</code>) with the scope <code>${scope}</code>.`;
}

function parameterItem({ name, in: place, required, description, schema }: ParameterObject): Markup {
  const told = description === undefined ? NOTHING : html`<div class="told">${line(description)}</div>`;
  const need = `in the ${place}, ${required ? "required" : "optional"}`;
  return html`<li><code>${name}</code> <span class="need">${need}</span>${schemaTree(schema)}${told}</li>`;
}

function contentItem([mediaType, content]: [string, MediaTypeObject]): Markup {
  const told =
    "schema" in content
      ? schemaTree(content.schema)
      : html`<p>Each event's data:</p>${schemaTree(content["x-item-schema"])}`;
  return html`<code>${mediaType}</code>${told}`;
}

/** Renders an answer. All problems have one form, so only when they occur is shown. */
function answerItem([status, response]: [string, ResponseObject | Reference]): Markup {
  if ("$ref" in response) return NOTHING;
  const { description, content = {} } = response;
  const own = Object.entries(content).filter(([mediaType]) => mediaType !== "application/problem+json");
  return html`<dt>${status}</dt><dd>${prose(description)}${own.map(contentItem)}</dd>`;
}

export interface Called {
  /** Where the API is reached. */
  url: string;
  method: string;
  path: string;
  operation: OperationObject;
  /** The document's named schemas. */
  named: OpenApiDocument["components"]["schemas"];
}

/**
 * A command that makes the call, with the first example as its body. The key is `$PLUMBLINE_API_KEY`; an id
 * of the path that nobody can foresee is a variable too, `$ID`.
 */
export function curlExample({ url, method, path, operation }: Called): string {
  const body = operation.requestBody?.content["application/json"]?.examples ?? {};
  const [example] = Object.values(body);
  const answer = operation.responses["200"];
  const content = answer && "content" in answer ? answer.content : {};
  const accepted = Object.keys(content ?? {}).filter((type) => !type.includes("problem"));
  return [
    `curl -sS${accepted.includes("text/event-stream") ? "N" : ""} ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${address(url, path, operation.parameters ?? [])}`,
    ...(operation.security.length > 0 ? ['-H "authorization: Bearer $PLUMBLINE_API_KEY"'] : []),
    ...(accepted.length > 1 ? [`-H ${quoted(`accept: ${accepted.join(", ")}`)}`] : []),
    ...(example
      ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(example.value, null, 2))}`]
      : []),
  ].join(" \\\n  ");
}

function address(url: string, path: string, parameters: readonly ParameterObject[]): string {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quoted(index === 0 ? `${url}${part}` : part);
    const [known] = [parameters.find(({ name }) => name === part)?.schema.examples].flat();
    return typeof known === "string" ? quoted(known) : `"$${part.toUpperCase()}"`;
  });
  return parts.filter((part) => part !== "''").join("");
}

/** One word for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
