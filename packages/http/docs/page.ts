import { createHash } from "node:crypto";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import type {
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SecurityRequirement,
} from "../openapi/open-api-document.ts";
import { EACH_TOOL } from "../openapi/tool-operations.ts";
import { html, line, Markup, NOTHING, prose } from "./markup.ts";
import { schemaAnchor, schemaTree } from "./schema-tree.ts";
import { STYLE } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Allows only the page's own style. Nothing is loaded, executed or framed. */
export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page of named schemas, which other pages link to. */
const SCHEMAS = "api-schemas";

/** Returns the relative URL of a tag's page, such as `api-each-tool`. */
function slugOfTag(name: string): string {
  return `api-${name.toLowerCase().replaceAll(" ", "-")}`;
}

/**
 * Renders one self-contained page of the API description: `api` lists all calls, `api-tools` those of a tag,
 * `api-schemas` the named schemas. Returns `undefined` for any other slug.
 */
export function apiPage(document: OpenApiDocument, slug: string): string | undefined {
  if (slug === "api") return framed(document, { slug, title: "", body: indexBody(document) });
  if (slug === SCHEMAS) return framed(document, { slug, title: "schemas", body: schemasBody(document) });
  const tag = document.tags.find(({ name }) => slugOfTag(name) === slug);
  if (tag === undefined) return undefined;
  const calls = callsOf(document, tag.name);
  const body = html`${prose(tag.description)}${calls.map(operationSection)}`;
  return framed(document, { slug, title: tag.name, body });
}

interface Framed {
  slug: string;
  /** Title of the tag; empty for the first page. */
  title: string;
  body: Markup;
}

function framed(document: OpenApiDocument, { slug, title, body }: Framed): string {
  const { info, tags } = document;
  const calls = tags.flatMap(({ name }) => (slugOfTag(name) === slug ? callsOf(document, name) : []));
  const current = (page: string) => (page === slug ? html` aria-current="page"` : NOTHING);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API${title === "" ? "" : `: ${title}`}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>${title === "" ? info.title : title}</h1>
<p>${info.summary}. Version ${info.version}, at <code>${serverOf(document)}</code>; the same as <a href="../openapi.json">OpenAPI 3.1</a>. <a href="../docs">All docs</a>.</p>
</header>
<nav aria-label="Contents"><ul>
<li><strong><a href="api"${current("api")}>All calls</a></strong></li>
${tags.map(({ name }) => html`<li><strong><a href="${slugOfTag(name)}"${current(slugOfTag(name))}>${name}</a></strong>${slugOfTag(name) === slug ? html`<ul>${calls.map((called) => contentsItem(called, ""))}</ul>` : NOTHING}</li>`)}
<li><strong><a href="${SCHEMAS}"${current(SCHEMAS)}>Schemas</a></strong></li>
</ul></nav>
<main>
${body}
</main>
</body>
</html>
`.text;
}

/**
 * Renders the list of all calls. Each keeps its anchor here for links from before tags had their own pages.
 */
function indexBody(document: OpenApiDocument): Markup {
  const listed = document.tags.map(({ name }) => {
    const page = slugOfTag(name);
    const calls = callsOf(document, name);
    return html`<h2><a href="${page}">${name}</a></h2><ul>${calls.map((called) => contentsItem(called, page, called.operation.operationId))}</ul>`;
  });
  return html`${prose(document.info.description)}${listed}`;
}

/** Renders the named schemas, collapsed because there are many. A link to one opens it. */
function schemasBody({ components }: OpenApiDocument): Markup {
  const schemas = Object.entries(components.schemas);
  return html`${schemas.map(([name, schema]) => html`<details><summary>${name}</summary><div id="${schemaAnchor(name)}">${schemaTree(schema)}</div></details>`)}`;
}

function callsOf(document: OpenApiDocument, tag: string): Called[] {
  const url = serverOf(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ url, method, path, operation, components: document.components })),
  );
}

function serverOf({ servers: [server] }: OpenApiDocument): string {
  return server?.url ?? "";
}

function contentsItem({ operation }: Called, page: string, id?: string): Markup {
  const own = id === undefined ? NOTHING : html` id="${id}"`;
  return html`<li${own}><a href="${page}#${operation.operationId}">${operation.summary}</a></li>`;
}

/** Renders one operation: who may call it, its parameters, its responses, and a call to copy. */
export function operationSection(called: Called): Markup {
  const { method, path, operation } = called;
  const { operationId, summary, description, security, requestBody } = operation;
  const taken = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    schemaTree(spelledOut(schema, called.components)),
  );
  const body = taken.length > 0 ? html`<h4>Body</h4>${taken}` : NOTHING;
  return html`<article id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code></h3>
<p class="summary">${summary}</p>
<p class="who">${whoMayCall(security)}</p>
${prose(description)}
${isOfATool(operation) ? toolDetails(called, body) : html`${parametersOf(operation)}${body}${answersOf(called)}${callOf(called)}`}
</article>
`;
}

/** Collapses what is the same for every tool, because one page shows twenty of them. */
function toolDetails(called: Called, body: Markup): Markup {
  const { url, operation } = called;
  return html`${body}
<p><a href="${url}/#/tools/${operation.operationId}">Try it in the console</a></p>
<details><summary>Headers, answers and a call</summary>${parametersOf(operation)}${answersOf(called)}
<p>Refused as <a href="${slugOfTag("Tools")}#callTool">any tool</a> is.</p>${callOf(called)}</details>`;
}

function parametersOf({ parameters = [] }: OperationObject): Markup {
  return parameters.length > 0 ? html`<h4>Parameters</h4><ul>${parameters.map(parameterItem)}</ul>` : NOTHING;
}

/** Lists the responses of an operation. Refusals of tools are described with the generic operation. */
function answersOf({ operation, components }: Called): Markup {
  const items = Object.entries(operation.responses).map(([status, response]) => {
    if (!("$ref" in response)) return answerItem(status, response);
    const shared = components.responses[response.$ref.slice("#/components/responses/".length)];
    return shared && !isOfATool(operation) ? answerItem(status, shared) : NOTHING;
  });
  return html`<h4>Answers</h4>
<dl>${items}</dl>`;
}

function callOf(called: Called): Markup {
  return html`<h4>Call</h4>
<pre><code>${curlExample(called)}</code></pre>`;
}

function isOfATool({ tags }: OperationObject): boolean {
  return tags.includes(EACH_TOOL.name);
}

/** Resolves a reference to a named schema, so that a body shows its fields directly. */
function spelledOut(schema: JsonSchema, { schemas }: Called["components"]): JsonSchema {
  const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref)) ?? [];
  return schemas[name] ?? schema;
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

/** Renders a response. All problems have one format, so only their causes are shown. */
function answerItem(status: string, { description, content = {} }: ResponseObject): Markup {
  const own = Object.entries(content).filter(([mediaType]) => mediaType !== "application/problem+json");
  return html`<dt>${status}</dt><dd>${prose(description)}${own.map(contentItem)}</dd>`;
}

export interface Called {
  /** Base URL of the API. */
  url: string;
  method: string;
  path: string;
  operation: OperationObject;
  /** Components of the document, which operations refer to. */
  components: OpenApiDocument["components"];
}

/**
 * Returns a command that makes the call with the first example as its body. The key is `$PLUMBLINE_API_KEY`.
 * An ID in the path that is not known in advance is a variable too, `$ID`.
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

/** Quotes a text as one word for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
