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
import { html, type Markup, NOTHING, renderDescription, renderDocument, renderLine } from "./markup.ts";
import { getSchemaAnchor, renderSchema } from "./schema-tree.ts";
import { STYLE } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Allows only the page's own style. Nothing is loaded, executed or framed. */
export const API_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Slug of the page of named schemas, to which other pages link. */
const SCHEMAS = "api-schemas";

/** Returns the slug of a tag's page, such as `api-each-tool`. */
function getTagSlug(name: string): string {
  return `api-${name.toLowerCase().replaceAll(" ", "-")}`;
}

/**
 * Renders one self-contained page of the API description: `api` lists all operations, `api-tools` those of a
 * tag, `api-schemas` the named schemas. Returns `undefined` for any other slug.
 */
export function renderApiPage(document: OpenApiDocument, slug: string): string | undefined {
  if (slug === "api") return renderFrame(document, { slug, title: "", body: renderIndex(document) });
  if (slug === SCHEMAS)
    return renderFrame(document, { slug, title: "schemas", body: renderSchemas(document) });
  const tag = document.tags.find(({ name }) => getTagSlug(name) === slug);
  if (tag === undefined) return undefined;
  const calls = listCalls(document, tag.name);
  const body = html`${renderDescription(tag.description)}${calls.map(renderOperation)}`;
  return renderFrame(document, { slug, title: tag.name, body });
}

interface PageContent {
  slug: string;
  /** Title of the tag. Empty for the first page. */
  title: string;
  body: Markup;
}

function renderFrame(document: OpenApiDocument, { slug, title, body: inner }: PageContent): string {
  const { info, tags } = document;
  const calls = tags.flatMap(({ name }) => (getTagSlug(name) === slug ? listCalls(document, name) : []));
  const current = (page: string) => (page === slug ? html` aria-current="page"` : NOTHING);
  const body = html`<header>
<h1>${title === "" ? info.title : title}</h1>
<p class="to-contents"><a href="#contents">Contents</a></p>
<p>${info.summary}. Version ${info.version}, at <code>${getServerUrl(document)}</code>; the same as <a href="../openapi.json">OpenAPI 3.1</a>. <a href="../docs">All docs</a>.</p>
</header>
<main>
${inner}
</main>
<nav id="contents" aria-label="Contents"><ul>
<li><strong><a href="api"${current("api")}>All calls</a></strong></li>
${tags.map(({ name }) => html`<li><strong><a href="${getTagSlug(name)}"${current(getTagSlug(name))}>${name}</a></strong>${getTagSlug(name) === slug ? html`<ul>${calls.map((called) => renderContentsItem(called, ""))}</ul>` : NOTHING}</li>`)}
<li><strong><a href="${SCHEMAS}"${current(SCHEMAS)}>Schemas</a></strong></li>
</ul></nav>`;
  return renderDocument(
    { title: `${info.title} API${title === "" ? "" : `: ${title}`}`, style: STYLE },
    body,
  );
}

/** Renders the list of all operations. Each keeps its anchor here, because old links lead to this page. */
function renderIndex(document: OpenApiDocument): Markup {
  const listed = document.tags.map(({ name }) => {
    const page = getTagSlug(name);
    const calls = listCalls(document, name);
    return html`<h2><a href="${page}">${name}</a></h2><ul>${calls.map((called) => renderContentsItem(called, page, called.operation.operationId))}</ul>`;
  });
  return html`${renderDescription(document.info.description)}${listed}`;
}

/** Renders the named schemas, collapsed because there are many. A link to a schema opens it. */
function renderSchemas({ components }: OpenApiDocument): Markup {
  const schemas = Object.entries(components.schemas);
  return html`${schemas.map(([name, schema]) => html`<details><summary>${name}</summary><div id="${getSchemaAnchor(name)}">${renderSchema(schema)}</div></details>`)}`;
}

function listCalls(document: OpenApiDocument, tag: string): DocumentedCall[] {
  const url = getServerUrl(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ url, method, path, operation, components: document.components })),
  );
}

function getServerUrl({ servers: [server] }: OpenApiDocument): string {
  return server?.url ?? "";
}

function renderContentsItem({ operation }: DocumentedCall, page: string, id?: string): Markup {
  const own = id === undefined ? NOTHING : html` id="${id}"`;
  return html`<li${own}><a href="${page}#${operation.operationId}">${operation.summary}</a></li>`;
}

/** Renders one operation: who may call it, its parameters, its responses, and a command to copy. */
function renderOperation(called: DocumentedCall): Markup {
  const { method, path, operation } = called;
  const { operationId, summary, description, security, requestBody } = operation;
  const taken = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    renderSchema(resolveReference(schema, called.components)),
  );
  const body = taken.length > 0 ? html`<h4>Body</h4>${taken}` : NOTHING;
  return html`<article id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code></h3>
<p class="summary">${summary}</p>
<p class="who">${renderAccess(security)}</p>
${renderDescription(description)}
${isToolOperation(operation) ? collapseToolDetails(called, body) : html`${renderParameters(operation)}${body}${renderResponses(called)}${renderCall(called)}`}
</article>
`;
}

/** Collapses what is the same for every tool, because one page lists twenty of them. */
function collapseToolDetails(called: DocumentedCall, body: Markup): Markup {
  const { url, operation } = called;
  return html`${body}
<p><a href="${url}/#/tools/${operation.operationId}">Try it in the console</a></p>
<details><summary>Headers, responses and an example call</summary>${renderParameters(operation)}${renderResponses(called)}
<p>Errors are the same as for <a href="${getTagSlug("Tools")}#callTool">any tool</a>.</p>${renderCall(called)}</details>`;
}

function renderParameters({ parameters = [] }: OperationObject): Markup {
  return parameters.length > 0
    ? html`<h4>Parameters</h4><ul>${parameters.map(renderParameter)}</ul>`
    : NOTHING;
}

/** Renders the responses of an operation. Refusals by tools are described with the generic operation. */
function renderResponses({ operation, components }: DocumentedCall): Markup {
  const items = Object.entries(operation.responses).map(([status, response]) => {
    if (!("$ref" in response)) return renderResponse(status, response);
    const shared = components.responses[response.$ref.slice("#/components/responses/".length)];
    return shared && !isToolOperation(operation) ? renderResponse(status, shared) : NOTHING;
  });
  return html`<h4>Answers</h4>
<dl>${items}</dl>`;
}

function renderCall(called: DocumentedCall): Markup {
  return html`<h4>Call</h4>
<pre><code>${createCurlExample(called)}</code></pre>`;
}

function isToolOperation({ tags }: OperationObject): boolean {
  return tags.includes(EACH_TOOL.name);
}

/** Resolves a reference to a named schema, so that a body's fields are shown directly. */
function resolveReference(schema: JsonSchema, { schemas }: DocumentedCall["components"]): JsonSchema {
  const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref)) ?? [];
  return schemas[name] ?? schema;
}

function renderAccess([requirement]: readonly SecurityRequirement[]): Markup {
  if (requirement === undefined) return html`Anyone, without a key.`;
  if (requirement.operatorKey) return html`An operator key (<code>plo_…</code>).`;
  const [scope] = requirement.tenantKey ?? [];
  return scope === undefined
    ? html`A tenant key (<code>plk_…</code>). The scope it needs depends on the message.`
    : html`A tenant key (<code>plk_…</code>) with the scope <code>${scope}</code>.`;
}

function renderParameter({ name, in: place, required, description, schema }: ParameterObject): Markup {
  const told = description === undefined ? NOTHING : html`<div class="told">${renderLine(description)}</div>`;
  const need = `in the ${place}, ${required ? "required" : "optional"}`;
  return html`<li><code>${name}</code> <span class="need">${need}</span>${renderSchema(schema)}${told}</li>`;
}

function renderContent([mediaType, content]: [string, MediaTypeObject]): Markup {
  const told =
    "schema" in content
      ? renderSchema(content.schema)
      : html`<p>The data of each event:</p>${renderSchema(content["x-item-schema"])}`;
  return html`<code>${mediaType}</code>${told}`;
}

/** Renders a response. All problems have the same format, so only their causes are shown. */
function renderResponse(status: string, { description, content = {} }: ResponseObject): Markup {
  const own = Object.entries(content).filter(([mediaType]) => mediaType !== "application/problem+json");
  return html`<dt>${status}</dt><dd>${renderDescription(description)}${own.map(renderContent)}</dd>`;
}

interface DocumentedCall {
  /** Base URL of the API. */
  url: string;
  method: string;
  path: string;
  operation: OperationObject;
  /** Components of the document, to which operations refer. */
  components: OpenApiDocument["components"];
}

/**
 * Returns a command that makes the call with the first example as its body. The key is `$PLUMBLINE_API_KEY`.
 * An ID in the path that is not known in advance is the variable `$ID`.
 */
function createCurlExample({ url, method, path, operation }: DocumentedCall): string {
  const body = operation.requestBody?.content["application/json"]?.examples ?? {};
  const [example] = Object.values(body);
  const answer = operation.responses["200"];
  const content = answer && "content" in answer ? answer.content : {};
  const accepted = Object.keys(content ?? {}).filter((type) => !type.includes("problem"));
  return [
    `curl -sS${accepted.includes("text/event-stream") ? "N" : ""} ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${buildUrl(url, path, operation.parameters ?? [])}`,
    ...(operation.security.length > 0 ? ['-H "authorization: Bearer $PLUMBLINE_API_KEY"'] : []),
    ...(accepted.length > 1 ? [`-H ${quote(`accept: ${accepted.join(", ")}`)}`] : []),
    ...(example
      ? ["-H 'content-type: application/json'", `-d ${quote(JSON.stringify(example.value, null, 2))}`]
      : []),
  ].join(" \\\n  ");
}

function buildUrl(url: string, path: string, parameters: readonly ParameterObject[]): string {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quote(index === 0 ? `${url}${part}` : part);
    const [known] = [parameters.find(({ name }) => name === part)?.schema.examples].flat();
    return typeof known === "string" ? quote(known) : `"$${part.toUpperCase()}"`;
  });
  return parts.filter((part) => part !== "''").join("");
}

/** Quotes a text as one word for the shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
