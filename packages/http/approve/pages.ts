import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import { visibleJson } from "@plumbline/core/text/visible-json.ts";
import { html, type Markup, NOTHING } from "../docs/markup.ts";
import { facts, messagePage, type PersonPage, personPage, timeInWords } from "../pages/person-page.ts";

/** The page before a person has signed in. It tells nothing of the call, nor that there is one. */
export function signInPage(refusal?: string): PersonPage {
  const title = "Sign in to decide";
  const body = html`<h1>${title}</h1>
<p>An assistant wants to do something and waits for a person's word. Sign in with a key that may approve calls.</p>
${refusal === undefined ? NOTHING : html`<p class="refusal" role="alert">${refusal}</p>`}
<form method="post">
<label for="key">Approver key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" autocapitalize="off">
<button class="button" type="submit">Sign in</button>
</form>
<p class="small">The sign-in lasts half an hour in this browser. You did not expect this? Close the page: nothing happens.</p>`;
  return personPage(refusal === undefined ? 200 : 403, title, body, ["'self'"]);
}

/** The page of a call that waits, exactly as it would be sent. */
export function decidePage(approval: ApprovalDetail, title: string, asker: boolean): PersonPage {
  const heading = `Approve “${title}”?`;
  const body = html`<h1>${heading}</h1>
<p>${approval.reason}</p>
${factsOf(approval)}
<h2>Arguments of the call</h2>
<pre tabindex="0">${visibleJson(approval.arguments)}</pre>
<h2>What would be sent</h2>
<pre tabindex="0">${visibleJson(approval.preview)}</pre>
${asker ? html`<p class="refusal" role="alert">The key you signed in with made this call, so it cannot decide about it. Sign out and use another.</p>` : CHOICES}
${SIGN_OUT}
<p class="small">Approving sends it at once, and once only. Without a decision it expires on ${timeInWords(approval.expires_at)}.</p>`;
  return personPage(200, heading, body, ["'self'"], "wide");
}

const CHOICES = html`<form method="post" class="choices">
<button class="button" name="decision" value="approve" type="submit">Approve and send</button>
<button class="button deny" name="decision" value="deny" type="submit">Deny</button>
</form>`;

const SIGN_OUT = html`<form method="post"><p class="small"><button class="link" name="sign_out" value="yes" type="submit">Sign out</button></p></form>`;

/** The page of a call about which somebody has decided, or that has expired. */
export function decidedPage(approval: ApprovalDetail, title: string): PersonPage {
  const { status, result } = approval;
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
    factsOf(approval),
    html`<p>You can close this page.</p>`,
    SIGN_OUT,
  ];
  return messagePage(200, mood, heading, parts, ["'self'"]);
}

/** The page for an address that leads to no approval of this tenant. */
export function unknownApprovalPage(): PersonPage {
  const why = html`<p>The address may be incomplete, or the call is of another tenant than your key. Calls are kept for a week.</p>`;
  return messagePage(404, "bad", "There is nothing to decide here", [why, SIGN_OUT], ["'self'"]);
}

/** The page for a form that another site sent. */
export function foreignDecisionPage(): PersonPage {
  return messagePage(403, "bad", "Open the page itself", [
    html`<p>Another site tried to decide for you. Nothing was sent.</p>`,
    html`<p>Open the link that you were given, and decide there.</p>`,
  ]);
}

/** The page for a decision that came too late, or that this key may not make. */
export function refusedDecisionPage(status: 403 | 409, reason: string): PersonPage {
  return messagePage(status, "bad", "This was not done", [
    html`<p>${reason}</p>`,
    html`<p>Load the page again to see where the call stands.</p>`,
  ]);
}

function factsOf({
  tool,
  credential,
  destinations,
  end_user,
  subject,
  created_at,
  key_id,
}: ApprovalDetail): Markup {
  const places = destinations.map(({ value }) => value).join(", ");
  const rows: (readonly [string, string])[] = [["Tool", tool]];
  if (credential) rows.push(["Account", `${credential.label} (${credential.kind})`]);
  if (places !== "") rows.push(["Goes to", places]);
  const person = end_user ?? subject;
  if (person !== null) rows.push(["Asked for", person]);
  rows.push(["Key of caller", key_id], ["Asked at", timeInWords(created_at)]);
  return facts(rows.map(([name, value]) => [name, visibleText(value)] as const));
}

/** A name as it is shown: with marks that are not seen, or turn the text around, written out. */
function visibleText(text: string): string {
  return visibleJson(text).slice(1, -1).replaceAll('\\"', '"');
}
