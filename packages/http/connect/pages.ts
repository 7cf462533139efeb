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
    ? renderMessagePage(410, "wait", "This link was used already", [
        html`<p>${provider} ${wasOrWere(provider)} connected to <strong>${product}</strong> with it. A link works once.</p>`,
        html`<p>If that was not you, tell ${product}.</p>`,
      ])
    : renderMessagePage(410, "wait", "This link has expired", [
        html`<p>A link to connect ${provider} to <strong>${product}</strong> works for an hour.</p>`,
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
      ? html`<p>To try again, begin where you came from: at ${product}.</p>`
      : html`<a class="button" href="${retry}">Try again</a>`;
  switch (ending.outcome) {
    case "connected":
      return renderConnectedPage(subject, ending);
    case "declined":
      return renderMessagePage(200, "wait", "Nothing was connected", [
        html`<p>You did not agree at ${signInAt}, so <strong>${product}</strong> was given no access.</p>`,
        again,
      ]);
    case "expired":
      return renderMessagePage(410, "wait", "The sign-in took too long", [
        html`<p>Nothing was connected. A sign-in at ${signInAt} has to end within half an hour.</p>`,
        again,
      ]);
    case "used":
      return renderMessagePage(410, "wait", "This sign-in has ended already", [
        html`<p>A sign-in at ${signInAt} counts once. Reloading this page does not repeat it.</p>`,
        again,
      ]);
    case "withdrawn":
      return renderWithdrawnPage(subject);
    case "other_browser":
      return renderMessagePage(403, "bad", "This sign-in began in another browser", [
        html`<p>Nothing was connected. The sign-in at ${signInAt} has to end in the browser in which it began, with cookies allowed.</p>`,
        html`<p>Did you begin it yourself? Go back to that browser, or open the link from ${product} in this one. If somebody sent you here, close the page.</p>`,
      ]);
    case "wrong_account":
      return renderMessagePage(409, "bad", "This is another account", [
        html`<p>Nothing was changed. This link renews one account, and you signed in to another.</p>`,
        renderFacts([
          ["Expected", ending.expected],
          ["You chose", ending.found],
        ]),
        html`<p class="small">Sign out at ${signInAt} first if it does not ask which account you want.</p>`,
        again,
      ]);
    case "overtaken":
      return renderMessagePage(409, "bad", "It could not be kept", [
        html`<p>You agreed at ${signInAt}, and ${product} cannot keep the connection:</p>`,
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
  return renderMessagePage(403, "bad", "Open the link itself", [
    html`<p>Another site tried to begin this for you. Nothing was connected.</p>`,
    html`<p>Open the link that you were given, and begin there.</p>`,
  ]);
}

function renderStartPage(subject: ConnectSubject, authorizeOrigin: string): PersonPage {
  const { product, provider, signInAt, label, account, isRenewal, scopes, expiresAt } = subject;
  const title = isRenewal ? `Reconnect ${provider} to ${product}` : `Connect ${provider} to ${product}`;
  const sentences = describeScopes(scopes);
  const body = html`<h1>${title}</h1>
<p><strong>${product}</strong> asks to use your ${provider} account. You sign in at ${signInAt} and agree there; ${product} never sees your password.</p>
${renderFacts([...(account === undefined ? [] : [["Account", account] as const]), ["Kept as", label]])}
${
  sentences.length > 0
    ? html`<h2>${product} may then</h2><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
    : html`<p>At ${signInAt} you choose what ${product} may see and do.</p>`
}
<form method="post"><button class="button" type="submit">Continue to ${signInAt}</button></form>
${isRenewal && account !== undefined ? html`<p class="small">Only ${account} is accepted here, no other account.</p>` : NOTHING}
<p class="small">You did not expect this? Close the page: nothing has been connected. The link works until ${formatTime(expiresAt)}.</p>`;
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
    renderFacts([...(account === undefined ? [] : [["Account", account] as const]), ["Kept as", label]]),
    isFirstKnown && account !== undefined
      ? html`<p>No account was noted before; it is now <strong>${account}</strong>.</p>`
      : NOTHING,
    missing.length > 0
      ? html`<h2>${signInAt} did not allow</h2><ul>${missing.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
      : NOTHING,
    html`<p>You can close this page.</p>`,
  ]);
}

function renderWithdrawnPage({ product, provider }: ConnectSubject): PersonPage {
  return renderMessagePage(410, "wait", "This link was taken back", [
    html`<p><strong>${product}</strong> no longer asks to connect ${provider} with it. Nothing was connected.</p>`,
    html`<p>If you expected to connect it, ask ${product} for a new link.</p>`,
  ]);
}

function renderUnknownPage(): PersonPage {
  return renderMessagePage(404, "bad", "This link does not work", [
    html`<p>It may be incomplete: check that all of the address was copied. A link is also deleted a day after it expires.</p>`,
    html`<p>Ask whoever sent it for a new one.</p>`,
  ]);
}

/** Chooses the verb for a provider's name: "Slack is", "Gmail and Google Calendar are". */
function isOrAre(provider: string): string {
  return isPlural(provider) ? "are" : "is";
}

function wasOrWere(provider: string): string {
  return isPlural(provider) ? "were" : "was";
}

function isPlural(provider: string): boolean {
  return provider.includes(" and ");
}
