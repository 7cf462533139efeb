import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import type {
  MediaTypeObject,
  ParameterObject,
  ResponseObject,
  SecurityRequirement,
} from "../openapi/open-api-document.ts";
import { type Called, curlExample } from "./curl-example.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import { line, prose } from "./prose.ts";
import { schemaTree } from "./schema-tree.ts";

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
<h4>Call</h4>
<pre><code>${curlExample(called)}</code></pre>
</article>
`;
}

/** What a reference to a named schema stands for: of a body the fields are wanted at once. */
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

/** Of problems the form is the same everywhere, so only when they occur is told. */
function answerItem([status, { description, content = {} }]: [string, ResponseObject]): Markup {
  const own = Object.entries(content).filter(([mediaType]) => mediaType !== "application/problem+json");
  return html`<dt>${status}</dt><dd>${prose(description)}${own.map(contentItem)}</dd>`;
}
