import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { AlwaysFor } from "@plumbline/core/conversations/allowances.ts";
import { readableJson, writeUnseen } from "@plumbline/core/text/visible-json.ts";
import { html, type Markup, NOTHING } from "../docs/markup.ts";
import { facts, messagePage, type PersonPage, personPage, timeInWords } from "../pages/person-page.ts";

/** Ways to sign in other than with a key. */
export interface SignInWays {
  /** The OIDC issuer's host, and the URL that starts a sign-in there. */
  issuer?: { host: string; url: string } | undefined;
}

/** The page shown before sign-in. It reveals nothing about the call, not even that it exists. */
export function signInPage({ issuer }: SignInWays, refusal?: string): PersonPage {
  const title = "Sign in to decide";
  const body = html`<h1>${title}</h1>
<p>An assistant wants to do something and waits for a person's word. ${issuer ? "" : "Sign in with a key that may approve calls."}</p>
${refusal === undefined ? NOTHING : html`<p class="refusal" role="alert">${refusal}</p>`}
${issuer === undefined ? NOTHING : html`<a class="button" href="${issuer.url}">Sign in with ${issuer.host}</a>`}
<form method="post">
<label for="key">Approver key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" autocapitalize="off">
<button class="button${issuer ? " deny" : ""}" type="submit">${issuer ? "Sign in with the key" : "Sign in"}</button>
</form>
<p class="small">The sign-in lasts half an hour in this browser. You did not expect this? Close the page: nothing happens.</p>`;
  return personPage(refusal === undefined ? 200 : 403, title, body, ["'self'"]);
}

/** A call with the names that people know. */
export interface ShownApproval {
  approval: ApprovalDetail;
  /** Names of keys by ID. Deleted keys are missing. */
  keyNames: ReadonlyMap<string, string>;
}

/**
 * The page for deciding about a call, shown exactly as it would be sent. `asker` is true if the viewer made
 * the call.
 */
export function decidePage(shown: ShownApproval, asker: boolean): PersonPage {
  const { approval } = shown;
  const heading = `Approve “${approval.title}”?`;
  const body = html`<h1>${heading}</h1>
${factsOf(shown)}
${argumentsOf(approval.arguments)}
<p class="small">${approval.reason}</p>
<details><summary>What would be sent</summary>
<pre tabindex="0" role="region" aria-label="What would be sent">${readableJson(approval.preview)}</pre>
</details>
${asker ? html`<p class="refusal" role="alert">The key you signed in with made this call, so it cannot decide about it. Sign out and use another.</p>` : choices(approval.may_always)}
${SIGN_OUT}
<p class="small"><a href="../#/approvals/${approval.id}">Edit it in the console</a>. Approving sends it at once, and once only. Without a decision it expires on ${timeInWords(approval.expires_at)}.</p>`;
  return personPage(200, heading, body, ["'self'"], "wide");
}

/** Labels for permitting more than this one call. */
const ALWAYS: Readonly<Record<AlwaysFor, string>> = {
  conversation: "Always in this conversation",
  agent: "Always for this agent and place",
};

const choices = (mayAlways: readonly AlwaysFor[]) => html`<form method="post" class="choices">
${mayAlways.length === 0 ? NOTHING : html`<label>To these places <select name="always_for"><option value="">Only this once</option>${mayAlways.map((one) => html`<option value="${one}">${ALWAYS[one]}</option>`)}</select></label>`}
<button class="button" name="decision" value="approve" type="submit">Approve and send</button>
<button class="button deny" name="decision" value="deny" type="submit">Deny</button>
<details><summary>Say why it is denied</summary><input name="because" maxlength="500" autocomplete="off" aria-label="Why it is denied"></details>
</form>`;

const SIGN_OUT = html`<form method="post"><p class="small"><button class="link" name="sign_out" value="yes" type="submit">Sign out</button></p></form>`;

/** The page for a call that is decided or has expired. */
export function decidedPage(shown: ShownApproval): PersonPage {
  const { approval } = shown;
  const { title, status, result } = approval;
  const refusal = result?.ok === false ? result.refusal_reason : undefined;
  const next = result?.ok === false ? result.next_step : undefined;
  const told: Record<
    Exclude<ApprovalDetail["status"], "waiting">,
    [mood: "good" | "wait" | "bad", string]
  > = {
    approved: ["good", `Sent: ${title}`],
    carrying_out: ["wait", `Being sent: ${title}`],
    failed: [
      "bad",
      result?.ok === false && result.outcome_unknown ? `Perhaps sent: ${title}` : `Not carried out: ${title}`,
    ],
    denied: ["wait", "Denied: nothing was sent"],
    expired: ["wait", "Expired: nothing was sent"],
  };
  const [mood, heading] = told[status === "waiting" ? "carrying_out" : status];
  const parts = [
    refusal === undefined ? NOTHING : html`<p>${refusal}</p>`,
    next === undefined ? NOTHING : html`<p class="small">${next}</p>`,
    status === "carrying_out" ? html`<p>Load the page again in a moment to see how it ended.</p>` : NOTHING,
    factsOf(shown),
    html`<p>You can close this page.</p>`,
    SIGN_OUT,
  ];
  return messagePage(200, mood, heading, parts, ["'self'"]);
}

/** The page for a failed sign-in at the issuer. `url` is the page on which it started. */
export function failedSignInPage(status: 403 | 404 | 502, reason: string, url?: string): PersonPage {
  const next =
    url === undefined
      ? html`<p>Open the link that you were given once more.</p>`
      : html`<a class="button" href="${url}">Back to the page</a>`;
  return messagePage(status, "bad", "You are not signed in", [html`<p>${reason}</p>`, next]);
}

/** The page for a URL that matches no approval of this tenant. */
export function unknownApprovalPage(): PersonPage {
  const why = html`<p>The address may be incomplete, or the call is of another tenant than your key. Calls are kept for a week.</p>`;
  return messagePage(404, "bad", "There is nothing to decide here", [why, SIGN_OUT], ["'self'"]);
}

/** The page for a form sent by another site. */
export function foreignDecisionPage(): PersonPage {
  return messagePage(403, "bad", "Open the page itself", [
    html`<p>Another site tried to decide for you. Nothing was sent.</p>`,
    html`<p>Open the link that you were given, and decide there.</p>`,
  ]);
}

/** The page for a decision that came too late or that this key may not make. */
export function refusedDecisionPage(status: 403 | 409, reason: string): PersonPage {
  return messagePage(status, "bad", "This was not done", [
    html`<p>${reason}</p>`,
    html`<p>Load the page again to see where the call stands.</p>`,
  ]);
}

/** Shows the same facts in the same order as the console's card. */
function factsOf({ approval, keyNames }: ShownApproval): Markup {
  const { credential, destinations, end_user, subject, created_at, key_id, read_before: read } = approval;
  const { decided_by, decided_at } = approval;
  const named = (id: string) => withId(keyNames.get(id) ?? "", id);
  const rows: (readonly [string, string | Markup])[] = [];
  if (destinations.length > 0) rows.push(["To", destinations.map(shownPlace).reduce(joinLines)]);
  if (credential) rows.push(["From", `${visibleText(credential.label)} (${credential.kind})`]);
  rows.push(["Asked by", named(key_id)]);
  const person = end_user ?? subject;
  if (person !== null) rows.push(["For", visibleText(person)]);
  if (read)
    rows.push([
      "Read before",
      read.length === 0 ? "nothing from outside" : read.map(asLine).reduce(joinLines),
    ]);
  if (decided_at !== null) rows.push(["Asked", timeInWords(created_at)]);
  if (decided_by !== null) rows.push(["Decided by", named(decided_by)]);
  if (decided_at !== null) rows.push(["Decided at", timeInWords(decided_at)]);
  return facts(rows);
}

/** Shows a name with its ID below it, or only the ID if the name is unknown. */
function withId(name: string, id: string): Markup {
  return name === "" ? html`${visibleText(id)}` : html`${visibleText(name)}<small>${visibleText(id)}</small>`;
}

/** Kinds of destination that people recognize by having written there. */
const RECOGNIZED = ["channel", "recipient", "address", "url", "account"];

/** Shows a destination, with its kind if it is not an address, and when it was last written to. */
function shownPlace({ kind, value, last_written_at: last }: ApprovalDetail["destinations"][number]): Markup {
  const shown = kind === "header" ? html`${visibleText(value)} (${kind})` : html`${visibleText(value)}`;
  if (!RECOGNIZED.includes(kind)) return shown;
  return html`${shown}<small>${last === null ? "not written to before" : `last written to on ${timeInWords(last)}`}</small>`;
}

function asLine(text: string): Markup {
  return html`${visibleText(text)}`;
}

function joinLines(above: Markup, below: Markup): Markup {
  return html`${above}<br>${below}`;
}

/** Shows arguments one by one, keeping the line breaks in their text. */
function argumentsOf(args: unknown): Markup {
  if (typeof args !== "object" || args === null || Array.isArray(args) || Object.keys(args).length === 0)
    return html`<pre tabindex="0" role="region" aria-label="Arguments of the call">${readableJson(args)}</pre>`;
  // The account is shown already, by its name.
  const { credential_id: _account, ...others } = args as Record<string, unknown>;
  const rows = Object.entries(others).map(
    ([name, value]) => html`<div><dt>${visibleText(name)}</dt><dd>${shownValue(value)}</dd></div>`,
  );
  return html`<dl class="arguments">${rows}</dl>`;
}

function shownValue(value: unknown): Markup {
  if (typeof value === "string") return html`${writeUnseen(value.replaceAll("\r\n", "\n"))}`;
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
  if (isList) return html`<ul>${value.map((one) => html`<li>${visibleText(String(one))}</li>`)}</ul>`;
  return html`<code>${readableJson(value)}</code>`;
}

/** Returns a name on one line, with invisible and direction-changing characters written out. */
function visibleText(text: string): string {
  return writeUnseen(text).replaceAll("\n", "\\n");
}
