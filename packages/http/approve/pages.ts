import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import { escapeInvisible, formatReadableJson } from "@plumbline/core/text/visible-json.ts";
import { html, type Markup, NOTHING } from "../docs/markup.ts";
import { formatTime, type PersonPage, renderMessagePage, renderPersonPage } from "../pages/person-page.ts";
import {
  escapeLine,
  renderCallFacts,
  renderCallText,
  renderChanges,
  type ShownApproval,
} from "./shown-call.ts";

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

/**
 * Renders the page for deciding about a call, which it shows exactly as it would be sent. `asker` is true if
 * the viewer made the call.
 */
export function renderDecisionPage(shown: ShownApproval, asker: boolean): PersonPage {
  const { approval } = shown;
  const heading = `Approve “${approval.title}”?`;
  const body = html`<h1>${heading}</h1>
${renderCallFacts(shown)}
${renderChanges(approval)}
${renderCallText(shown)}
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

/**
 * The form for editing a call's texts and destinations. The edited call waits on its own page, and this one
 * is denied.
 */
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
<p class="small">This call is denied, and the edited one waits on its own page. The account stays the same: to use another one, deny it and ask again.</p>
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
  const { title, title_done: done, status, result, changed_to: changedTo } = approval;
  const made = result?.ok ? readUrl(result.result) : undefined;
  const refusal = result?.ok === false ? result.refusal_reason : undefined;
  const next = result?.ok === false ? result.next_step : undefined;
  const headings: Record<
    Exclude<ApprovalDetail["status"], "waiting">,
    [mood: "good" | "wait" | "bad", string]
  > = {
    approved: ["good", done],
    carrying_out: ["wait", `Sending: ${title}`],
    failed: [
      "bad",
      result?.ok === false && result.outcome_unknown ? `Possibly sent: ${title}` : `Not done: ${title}`,
    ],
    denied: ["wait", changedTo === null ? "Denied: nothing was sent" : "Changed: nothing was sent as it was"],
    expired: ["wait", "Expired: nothing was sent"],
  };
  const [mood, heading] = headings[status === "waiting" ? "carrying_out" : status];
  const parts = [
    made === undefined
      ? NOTHING
      : html`<p><a href="${made}" rel="noreferrer noopener" target="_blank">Open</a></p>`,
    changedTo === null ? NOTHING : html`<p><a href="${changedTo}">Open the changed call</a></p>`,
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
