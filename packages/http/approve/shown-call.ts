import { describeKind } from "@plumbline/adapters/credential-kinds.ts";
import type { PageBuilder, renderMarkdown } from "@plumbline/adapters/markdown/render-markdown.ts";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import { escapeInvisible, formatReadableJson } from "@plumbline/core/text/visible-json.ts";
import { html, type Markup, NOTHING } from "../docs/markup.ts";
import { formatTime, renderFacts } from "../pages/person-page.ts";

/** A call with display names. */
export interface ShownApproval {
  approval: ApprovalDetail;
  /** Names of keys by ID. Deleted keys are missing. */
  keyNames: ReadonlyMap<string, string>;
  /** Loaded when a call is shown, because its parser is large. */
  renderMarkdown: typeof renderMarkdown;
}

/** Renders the same facts as the console's card, in the same order. */
export function renderCallFacts({ approval, keyNames }: ShownApproval): Markup {
  const { credential, destinations, end_user, subject, created_at, key_id, read_before: read } = approval;
  const { decided_by, decided_at } = approval;
  const formatNamed = (id: string) => renderNameAndId(keyNames.get(id) ?? "", id);
  const rows: (readonly [string, string | Markup])[] = [];
  if (destinations.length > 0)
    rows.push(["Destination", destinations.map(renderDestination).reduce(joinLines)]);
  if (credential) rows.push(["From", escapeLine(nameAccount(credential))]);
  rows.push(["Requested by", formatNamed(key_id)]);
  const person = end_user ?? subject;
  if (person !== null) rows.push(["For", escapeLine(person)]);
  if (read)
    rows.push([
      "Already read",
      read.length === 0 ? "no outside text" : read.map(renderTextLine).reduce(joinLines),
    ]);
  const related = approval.related_writes.map(renderRelated);
  if (related.length > 0) rows.push(["Same conversation", related.reduce(joinLines)]);
  if (decided_at !== null) rows.push(["Asked", formatTime(created_at)]);
  if (decided_by !== null) rows.push(["Decided by", formatNamed(decided_by)]);
  if (decided_at !== null) rows.push(["Decided at", formatTime(decided_at)]);
  return renderFacts(rows);
}

/** Returns the title of an account, as in the console: "Chat app (Slack): team". */
function nameAccount({ kind, label }: { kind: string; label: string }): string {
  const service = describeKind(kind);
  return `${service.charAt(0).toUpperCase()}${service.slice(1)}: ${label}`;
}

/** Renders a name with its ID below it, or only the ID if the name is unknown. */
function renderNameAndId(name: string, id: string): Markup {
  return name === "" ? html`${escapeLine(id)}` : html`${escapeLine(name)}<small>${escapeLine(id)}</small>`;
}

/** Kinds of destination that people recognize because they have written to them. */
const FAMILIAR_KINDS = ["channel", "recipient", "address", "url", "account"];

/** Renders a destination, its kind unless it is an address, and when it was last written to. */
function renderDestination(destination: ApprovalDetail["destinations"][number]): Markup {
  const { kind, value, last_written_at: last } = destination;
  const shown = kind === "header" ? html`${escapeLine(value)} (${kind})` : html`${escapeLine(value)}`;
  if (!FAMILIAR_KINDS.includes(kind)) return shown;
  return html`${shown}<small>${last === null ? "never written to before" : `last written there on ${formatTime(last)}`}</small>`;
}

const RELATED = { waiting: "Also waiting", made: "Sent since", unknown: "Possibly sent since" } as const;

function renderRelated({ title, outcome, at }: ApprovalDetail["related_writes"][number]): Markup {
  return html`${RELATED[outcome]}: ${escapeLine(title)}<small>${formatTime(at)}</small>`;
}

function renderTextLine(text: string): Markup {
  return html`${escapeLine(text)}`;
}

function joinLines(above: Markup, below: Markup): Markup {
  return html`${above}<br>${below}`;
}

const EFFECTS = { created: "is new", changed: "changes", removed: "is removed" } as const;

/** Shows each field that the call changes before and after. */
export function renderChanges({ changes }: ApprovalDetail): Markup {
  if (changes === null) return NOTHING;
  const { changes: things, unread_because: why } = changes;
  const notice =
    why === null
      ? NOTHING
      : html`<p class="refusal">What it is now could not be read: ${escapeLine(why)}</p>`;
  return html`${notice}${things.map(
    ({ thing, effect, fields }) =>
      html`<h2>${escapeLine(thing)} ${EFFECTS[effect]}</h2>
${fields.length === 0 ? html`<p class="small">None of its fields change.</p>` : renderFacts(fields.map(({ name, ...values }) => [escapeLine(name), renderBeforeAndAfter(values)]))}`,
  )}`;
}

function renderBeforeAndAfter({ before, after }: { before: string | null; after: string | null }): Markup {
  const old = before === null ? html`<i>empty</i>` : html`<del>${escapeInvisible(before)}</del>`;
  const changed = after === null ? html`<i>empty</i>` : html`${escapeInvisible(after)}`;
  return html`<span class="unseen">Before: </span>${old} → <ins><span class="unseen">After: </span>${changed}</ins>`;
}

/** Shows arguments one by one, texts as their reader will see them, and below them as they are written. */
export function renderCallText({ approval, renderMarkdown }: ShownApproval): Markup {
  const { arguments: args, texts, changes } = approval;
  if (!isJsonObject(args) || Object.keys(args).length === 0)
    return html`<pre tabindex="0" role="region" aria-label="Arguments of the call">${formatReadableJson(args)}</pre>`;
  // The page already shows the account by name.
  const { credential_id: _account, ...others } = args;
  const renderRow = (name: string, shown: Markup) =>
    html`<div><dt>${escapeLine(argumentWords(name))}</dt><dd>${shown}</dd></div>`;
  // Records whose changes are shown above.
  const isShown = (value: unknown) => changes?.unread_because === null && [value].flat().some(isRecord);
  const rows = Object.entries(others).flatMap(([name, value]) => {
    const text = texts.find(({ argument }) => argument === name);
    if (text) return renderRow(name, renderText(text, renderMarkdown));
    return isShown(value) ? [] : renderRow(name, renderValue(value));
  });
  const raw = Object.entries(others)
    .filter(([name, value]) => isShown(value) || texts.some(({ argument }) => argument === name))
    .map(([name, value]) => renderRow(name, renderValue(value)));
  const folded =
    raw.length === 0
      ? NOTHING
      : html`<details><summary>As it is written</summary><dl class="arguments">${raw}</dl></details>`;
  return html`<dl class="arguments">${rows}</dl>${folded}`;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function renderText(
  { form, text }: ApprovalDetail["texts"][number],
  render: ShownApproval["renderMarkdown"],
): Markup {
  const visible = escapeInvisible(text.replaceAll("\r\n", "\n"));
  return form === "plain" ? html`${visible}` : html`<div class="markdown">${render(visible, PAGE)}</div>`;
}

/** Builds the nodes of a rendered text. Tags and names of attributes come from the renderer alone. */
const PAGE: PageBuilder<Markup> = {
  element: (tag, attributes, children) => {
    const written = Object.entries(attributes).map(([name, value]) =>
      value === undefined ? NOTHING : html` ${name}="${value}"`,
    );
    return tag === "br" || tag === "hr" ? html`<${tag}>` : html`<${tag}${written}>${children}</${tag}>`;
  },
  text: (text) => html`${text}`,
  link: (url, words) => html`<a href="${url}" rel="noreferrer noopener" target="_blank">${words}</a>`,
  code: (_label, text) => html`<pre tabindex="0">${text}</pre>`,
};

function renderValue(value: unknown): Markup {
  if (typeof value === "string") return html`${escapeInvisible(value.replaceAll("\r\n", "\n"))}`;
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
  if (isList) return html`<ul>${value.map((one) => html`<li>${escapeLine(String(one))}</li>`)}</ul>`;
  return html`<code>${formatReadableJson(value)}</code>`;
}

/** Returns a name on one line, with invisible and direction-changing characters escaped. */
export function escapeLine(text: string): string {
  return escapeInvisible(text).replaceAll("\n", "\\n");
}
