import { describeKind } from "@plumbline/adapters/credential-kinds.ts";
import type { PageBuilder, renderMarkdown } from "@plumbline/adapters/markdown/render-markdown.ts";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import { escapeInvisible, formatReadableJson } from "@plumbline/core/text/visible-json.ts";
import { html, type Markup, NOTHING } from "../docs/markup.ts";
import {
  formatTime,
  type PersonPage,
  renderFacts,
  renderMessagePage,
  renderPersonPage,
} from "../pages/person-page.ts";

/** Ways to sign in, in addition to a key. */
export interface SignInWays {
  /** The OIDC issuer's host, and the URL that starts a sign-in there. */
  issuer?: { host: string; url: string } | undefined;
  /** The call's page in the console, for a browser that has signed in there. */
  console?: string | undefined;
}

/** Renders the page shown before sign-in. It reveals nothing about the call, not even that it exists. */
export function renderSignInPage({ issuer, console }: SignInWays, refusal?: string): PersonPage {
  const title = "Sign in to decide";
  const body = html`<h1>${title}</h1>
<p>An assistant needs your approval before it continues. ${issuer ? "" : "Sign in with a key that may approve calls."}</p>
${refusal === undefined ? NOTHING : html`<p class="refusal" role="alert">${refusal}</p>`}
${console === undefined ? NOTHING : html`<a class="button" href="${console}">Decide in the console</a>`}
${issuer === undefined ? NOTHING : html`<a class="button${console ? " deny" : ""}" href="${issuer.url}">Sign in with ${issuer.host}</a>`}
<form method="post">
<label for="key">Approver key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" autocapitalize="off">
<button class="button${issuer || console ? " deny" : ""}" type="submit">${issuer ? "Sign in with the key" : "Sign in"}</button>
</form>
<p class="small">On one machine, the key is in the service's data folder, in approver-key.</p>
<p class="small">You stay signed in for half an hour in this browser. If you did not expect this page, close it: nothing will happen.</p>`;
  return renderPersonPage(refusal === undefined ? 200 : 403, title, body, ["'self'"]);
}

/** A call with display names. */
export interface ShownApproval {
  approval: ApprovalDetail;
  /** Names of keys by ID. Deleted keys are missing. */
  keyNames: ReadonlyMap<string, string>;
  /** Loaded when a call is shown, because its parser is large. */
  renderMarkdown: typeof renderMarkdown;
}

/**
 * Renders the page for deciding about a call, which it shows exactly as it would be sent. `asker` is true if
 * the viewer made the call.
 */
export function renderDecisionPage(shown: ShownApproval, asker: boolean): PersonPage {
  const { approval } = shown;
  const heading = `Approve “${approval.title}”?`;
  const body = html`<h1>${heading}</h1>
${renderCallFacts(shown)}
${listChanges(approval)}
${callText(shown)}
<p class="small">${approval.reason}</p>
<details><summary>What would be sent</summary>
<pre tabindex="0" role="region" aria-label="What would be sent">${formatReadableJson(approval.preview)}</pre>
</details>
${asker ? NOTHING : editForm(approval)}
${asker ? html`<p class="refusal" role="alert">The key you signed in with made this call, so it cannot approve or deny it. Sign out and use another key.</p>` : renderChoices(approval.may_always)}
${SIGN_OUT}
<p class="small">Approving sends it immediately and only once. If nobody decides, it expires on ${formatTime(approval.expires_at)}.</p>`;
  return renderPersonPage(200, heading, body, ["'self'"], "wide");
}

/** Labels for allowing more than this one call. */
const ALWAYS: Readonly<Record<AlwaysFor, string>> = {
  conversation: "Always in this conversation",
  agent: "Always for this agent and destination",
};

const renderChoices = (mayAlways: readonly AlwaysFor[]) => html`<form method="post" class="choices">
${mayAlways.length === 0 ? NOTHING : html`<label>To these destinations <select name="always_for"><option value="">Just this once</option>${mayAlways.map((one) => html`<option value="${one}">${ALWAYS[one]}</option>`)}</select></label>`}
<button class="button" name="decision" value="approve" type="submit">Approve and send</button>
<button class="button deny" name="decision" value="deny" type="submit">Deny</button>
<details><summary>Give a reason for denying</summary><input name="because" maxlength="500" autocomplete="off" aria-label="Reason for denying"></details>
</form>`;

/** Prefix of the names of the edited texts, which keeps them apart from the page's other fields. */
export const EDITED = "text.";

/** The form for editing a call's texts. The edited call waits on its own page, and this one is denied. */
function editForm({ editable, arguments: args }: ApprovalDetail): Markup {
  if (editable.length === 0) return NOTHING;
  const fields = editable.map((name) => {
    const text = formatEditableText(Object(args)[name]);
    const rows = String(Math.min(12, text.split("\n").length + Math.floor(text.length / 80)));
    // HTML drops one line feed at the start of a text area.
    return html`<label>${escapeLine(argumentWords(name))} <textarea name="${EDITED}${name}" rows="${rows}" spellcheck="true">${"\n"}${text}</textarea></label>`;
  });
  return html`<details class="edit"><summary>Edit</summary>
<form method="post">${fields}
<button class="button deny" name="decision" value="edit" type="submit">Show what would be sent</button>
<p class="small">This call is denied, and the edited one waits on its own page. The account and the destination stay the same: to send it elsewhere, deny it and ask again.</p>
</form></details>`;
}

/**
 * Returns the text of an argument for editing: a list has one entry per line, and characters that
 * could hide something are written out.
 */
export function formatEditableText(value: unknown): string {
  return escapeInvisible([value].flat().join("\n").replaceAll("\r\n", "\n"));
}

const SIGN_OUT = html`<form method="post"><p class="small"><button class="link" name="sign_out" value="yes" type="submit">Sign out</button></p></form>`;

/** Renders the page for a call that is decided or has expired. */
export function renderDecidedPage(shown: ShownApproval): PersonPage {
  const { approval } = shown;
  const { title, title_done: done, status, result } = approval;
  const made = result?.ok ? readUrl(result.result) : undefined;
  const refusal = result?.ok === false ? result.refusal_reason : undefined;
  const next = result?.ok === false ? result.next_step : undefined;
  const told: Record<
    Exclude<ApprovalDetail["status"], "waiting">,
    [mood: "good" | "wait" | "bad", string]
  > = {
    approved: ["good", done],
    carrying_out: ["wait", `Sending: ${title}`],
    failed: [
      "bad",
      result?.ok === false && result.outcome_unknown ? `Possibly sent: ${title}` : `Not done: ${title}`,
    ],
    denied: ["wait", "Denied: nothing was sent"],
    expired: ["wait", "Expired: nothing was sent"],
  };
  const [mood, heading] = told[status === "waiting" ? "carrying_out" : status];
  const parts = [
    made === undefined
      ? NOTHING
      : html`<p><a href="${made}" rel="noreferrer noopener" target="_blank">Open</a></p>`,
    refusal === undefined ? NOTHING : html`<p>${refusal}</p>`,
    next === undefined ? NOTHING : html`<p class="small">${next}</p>`,
    status === "carrying_out" ? html`<p>Reload this page in a moment to see the result.</p>` : NOTHING,
    renderCallFacts(shown),
    html`<p>You can close this page.</p>`,
    SIGN_OUT,
  ];
  return renderMessagePage(200, mood, heading, parts, ["'self'"]);
}

/** Returns the web address of what a call made, if its result has one. */
function readUrl(result: unknown): string | undefined {
  const { url } = Object(result) as { url?: unknown };
  return typeof url === "string" && /^https?:\/\//.test(url) ? url : undefined;
}

/** Renders the page for a failed sign-in at the issuer. `url` is the page on which it started. */
export function renderFailedSignInPage(status: 403 | 404 | 502, reason: string, url?: string): PersonPage {
  const next =
    url === undefined
      ? html`<p>Open the link you were given again.</p>`
      : html`<a class="button" href="${url}">Back to the page</a>`;
  return renderMessagePage(status, "bad", "You are not signed in", [html`<p>${reason}</p>`, next]);
}

/** Renders the page for a URL that matches no approval of this tenant. */
export function renderUnknownApprovalPage(): PersonPage {
  const why = html`<p>The address may be incomplete, or the call may belong to a different tenant than your key. Calls are kept for a week.</p>`;
  return renderMessagePage(404, "bad", "There is nothing to approve here", [why, SIGN_OUT], ["'self'"]);
}

/** Renders the page for a form that another site sent. */
export function renderForeignDecisionPage(): PersonPage {
  return renderMessagePage(403, "bad", "Open this page from its link", [
    html`<p>Another site tried to submit this decision for you. Nothing was sent.</p>`,
    html`<p>Open the link you were given and decide there.</p>`,
  ]);
}

/** Renders the page for a decision that came too late or that this key may not make. */
export function renderRefusedDecisionPage(status: 400 | 403 | 409, reason: string): PersonPage {
  return renderMessagePage(status, "bad", "This was not done", [
    html`<p>${reason}</p>`,
    html`<p>Reload this page to see the status of the call.</p>`,
  ]);
}

/** Renders the same facts as the console's card, in the same order. */
function renderCallFacts({ approval, keyNames }: ShownApproval): Markup {
  const { credential, destinations, end_user, subject, created_at, key_id, read_before: read } = approval;
  const { decided_by, decided_at } = approval;
  const formatNamed = (id: string) => renderNameAndId(keyNames.get(id) ?? "", id);
  const rows: (readonly [string, string | Markup])[] = [];
  if (destinations.length > 0) rows.push(["To", destinations.map(renderDestination).reduce(joinLines)]);
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
function renderDestination({
  kind,
  value,
  last_written_at: last,
}: ApprovalDetail["destinations"][number]): Markup {
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
function listChanges({ changes }: ApprovalDetail): Markup {
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
function callText({ approval, renderMarkdown }: ShownApproval): Markup {
  const { arguments: args, texts, changes } = approval;
  if (typeof args !== "object" || args === null || Array.isArray(args) || Object.keys(args).length === 0)
    return html`<pre tabindex="0" role="region" aria-label="Arguments of the call">${formatReadableJson(args)}</pre>`;
  // The page already shows the account by name.
  const { credential_id: _account, ...others } = args as Record<string, unknown>;
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
function escapeLine(text: string): string {
  return escapeInvisible(text).replaceAll("\n", "\\n");
}
