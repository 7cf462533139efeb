import type {
  ConnectEnding,
  ConnectSubject,
  OpenedLink,
} from "@plumbline/connections/connect/connect-ending.ts";
import { describeScopes } from "@plumbline/connections/connect/scope-words.ts";
import { html, NOTHING } from "../docs/markup.ts";
import {
  formatTime,
  type PersonPage,
  renderFacts,
  renderMessagePage,
  renderPersonPage,
} from "../pages/person-page.ts";

/** Renders a link's page before anybody has granted access. */
export function renderLinkPage(link: OpenedLink): PersonPage {
  if (link.state === "unknown") return renderUnknownPage();
  const { subject } = link;
  if (link.state === "open") return renderStartPage(subject, link.authorizeOrigin);
  const { product, provider } = subject;
  if (link.state === "withdrawn") return renderWithdrawnPage(subject);
  return link.state === "used"
    ? renderMessagePage(410, "wait", "This link has already been used", [
        html`<p>It was used to connect ${provider} to <strong>${product}</strong>. Each link works once.</p>`,
        html`<p>If that was not you, contact ${product}.</p>`,
      ])
    : renderMessagePage(410, "wait", "This link has expired", [
        html`<p>Links to connect ${provider} to <strong>${product}</strong> are valid for an hour.</p>`,
        html`<p>Ask ${product} for a new one.</p>`,
      ]);
}

/**
 * Renders the page shown after an authorization. `retry` is the link where it started, if the browser still
 * has it.
 */
export function renderEndingPage(ending: ConnectEnding, retry: string | undefined): PersonPage {
  if (ending.outcome === "unknown") return renderUnknownPage();
  const { subject } = ending;
  const { product, provider, signInAt } = subject;
  const again =
    retry === undefined
      ? html`<p>To try again, go back to ${product} and start over.</p>`
      : html`<a class="button" href="${retry}">Try again</a>`;
  switch (ending.outcome) {
    case "connected":
      return renderConnectedPage(subject, ending);
    case "declined":
      return renderMessagePage(200, "wait", "Nothing was connected", [
        html`<p>You did not grant access at ${signInAt}, so <strong>${product}</strong> cannot use your account.</p>`,
        again,
      ]);
    case "expired":
      return renderMessagePage(410, "wait", "The sign-in took too long", [
        html`<p>Nothing was connected. You have half an hour to complete a sign-in at ${signInAt}.</p>`,
        again,
      ]);
    case "used":
      return renderMessagePage(410, "wait", "This sign-in is already complete", [
        html`<p>A sign-in at ${signInAt} can be used once. Reloading this page does not repeat it.</p>`,
        again,
      ]);
    case "withdrawn":
      return renderWithdrawnPage(subject);
    case "other_browser":
      return renderMessagePage(403, "bad", "This sign-in was started in another browser", [
        html`<p>Nothing was connected. Complete the sign-in at ${signInAt} in the browser where you started it, with cookies allowed.</p>`,
        html`<p>If you started it yourself, go back to that browser, or open the link from ${product} in this one. If somebody sent you here, close this page.</p>`,
      ]);
    case "wrong_account":
      return renderMessagePage(409, "bad", "This is a different account", [
        html`<p>Nothing was changed. This link renews one account, and you signed in to a different one.</p>`,
        renderFacts([
          ["Expected", ending.expected],
          ["You signed in to", ending.found],
        ]),
        html`<p class="small">If ${signInAt} does not ask which account to use, sign out there first.</p>`,
        again,
      ]);
    case "overtaken":
      return renderMessagePage(409, "bad", "The connection could not be saved", [
        html`<p>You granted access at ${signInAt}, but ${product} could not save the connection:</p>`,
        html`<p class="small">${ending.reason}</p>`,
        html`<p>Ask ${product} for a new link.</p>`,
      ]);
    case "provider_error":
      return renderMessagePage(502, "bad", `${provider} could not be connected`, [
        html`<p>Nothing was connected to <strong>${product}</strong>.</p>`,
        html`<p class="small">${ending.reason}</p>`,
        again,
      ]);
  }
}

/** Renders the page for a form that another site sent. */
export function renderForeignFormPage(): PersonPage {
  return renderMessagePage(403, "bad", "Open this page from its link", [
    html`<p>Another site tried to start this for you. Nothing was connected.</p>`,
    html`<p>Open the link you were given and start there.</p>`,
  ]);
}

function renderStartPage(subject: ConnectSubject, authorizeOrigin: string): PersonPage {
  const { product, provider, signInAt, label, account, isRenewal, scopes, expiresAt } = subject;
  const title = isRenewal ? `Reconnect ${provider} to ${product}` : `Connect ${provider} to ${product}`;
  const sentences = describeScopes(scopes);
  const body = html`<h1>${title}</h1>
<p><strong>${product}</strong> wants to use your ${provider} account. You sign in and grant access at ${signInAt}; ${product} never sees your password.</p>
${renderFacts([...(account === undefined ? [] : [["Account", account] as const]), ["Saved as", label]])}
${
  sentences.length > 0
    ? html`<h2>${product} will be able to</h2><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
    : html`<p>You choose at ${signInAt} what ${product} may see and do.</p>`
}
<form method="post"><button class="button" type="submit">Continue to ${signInAt}</button></form>
${isRenewal && account !== undefined ? html`<p class="small">Only the account ${account} is accepted here.</p>` : NOTHING}
<p class="small">If you did not expect this page, close it: nothing has been connected. The link is valid until ${formatTime(expiresAt)}.</p>`;
  // Browsers apply the form policy to redirects too, and providers redirect to more of their own URLs.
  return renderPersonPage(200, title, body, ["'self'", "https:", authorizeOrigin]);
}

function renderConnectedPage(
  subject: ConnectSubject,
  { account, isFirstKnown, missingScopes }: Extract<ConnectEnding, { outcome: "connected" }>,
): PersonPage {
  const { product, provider, signInAt, label, isRenewal } = subject;
  const missing = describeScopes(missingScopes);
  const title = `${provider} ${isOrAre(provider)} ${isRenewal ? "connected again" : "connected"}`;
  return renderMessagePage(200, "good", title, [
    html`<p><strong>${product}</strong> can now use this account.</p>`,
    renderFacts([...(account === undefined ? [] : [["Account", account] as const]), ["Saved as", label]]),
    isFirstKnown && account !== undefined
      ? html`<p>This connection had no account on record; it now uses <strong>${account}</strong>.</p>`
      : NOTHING,
    missing.length > 0
      ? html`<h2>${signInAt} did not allow</h2><ul>${missing.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
      : NOTHING,
    html`<p>You can close this page.</p>`,
  ]);
}

function renderWithdrawnPage({ product, provider }: ConnectSubject): PersonPage {
  return renderMessagePage(410, "wait", "This link was withdrawn", [
    html`<p><strong>${product}</strong> no longer uses it to connect ${provider}. Nothing was connected.</p>`,
    html`<p>If you still want to connect, ask ${product} for a new link.</p>`,
  ]);
}

function renderUnknownPage(): PersonPage {
  return renderMessagePage(404, "bad", "This link does not work", [
    html`<p>The address may be incomplete: check that you copied all of it. Links are also deleted a day after they expire.</p>`,
    html`<p>Ask the sender for a new link.</p>`,
  ]);
}

/** Chooses the verb for a provider's name: "Slack is", "Gmail and Google Calendar are". */
function isOrAre(provider: string): string {
  return provider.includes(" and ") ? "are" : "is";
}
