import { createHash } from "node:crypto";
import type {
  ConnectEnding,
  ConnectSubject,
  OpenedLink,
} from "@plumbline/connections/connect/connect-ending.ts";
import { scopeSentences } from "@plumbline/connections/connect/scope-words.ts";
import { html, Markup, NOTHING } from "../docs/markup.ts";
import { CONNECT_STYLE } from "./style.ts";

/** A page for a person, and what its answer carries. */
export interface ConnectPage {
  status: 200 | 400 | 403 | 404 | 409 | 410 | 500 | 502;
  text: string;
  /** Where its form may lead, redirects included; nowhere when it has no form. */
  formTargets: readonly string[];
}

const STYLE_HASH = createHash("sha256").update(CONNECT_STYLE).digest("base64");

/** Nothing is loaded, run or framed, and the page's own style alone is taken. */
export function securityPolicy({ formTargets }: Pick<ConnectPage, "formTargets">): string {
  const forms = formTargets.length === 0 ? "'none'" : formTargets.join(" ");
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`;
}

/** The page of a link before anybody agreed. */
export function linkPage(link: OpenedLink): ConnectPage {
  if (link.state === "unknown") return unknownPage();
  const { subject } = link;
  if (link.state === "open") return startPage(subject, link.authorizeOrigin);
  const { product, provider } = subject;
  if (link.state === "withdrawn") return withdrawnPage(subject);
  return link.state === "used"
    ? messagePage(410, "wait", "This link was used already", [
        html`<p>${provider} was connected to <strong>${product}</strong> with it. A link works once.</p>`,
        html`<p>If that was not you, tell ${product}.</p>`,
      ])
    : messagePage(410, "wait", "This link has expired", [
        html`<p>A link to connect ${provider} to <strong>${product}</strong> works for an hour.</p>`,
        html`<p>Ask ${product} for a new one.</p>`,
      ]);
}

/**
 * Makes the page at the end of a visit. `retry` is the link at which it began, where the browser still knows
 * it.
 */
export function endingPage(ending: ConnectEnding, retry: string | undefined): ConnectPage {
  if (ending.outcome === "unknown") return unknownPage();
  const { subject } = ending;
  const { product, provider, signInAt } = subject;
  const again =
    retry === undefined
      ? html`<p>To try again, begin where you came from: at ${product}.</p>`
      : html`<a class="button" href="${retry}">Try again</a>`;
  switch (ending.outcome) {
    case "connected":
      return connectedPage(subject, ending);
    case "declined":
      return messagePage(200, "wait", "Nothing was connected", [
        html`<p>You did not agree at ${signInAt}, so <strong>${product}</strong> was given no access.</p>`,
        again,
      ]);
    case "expired":
      return messagePage(410, "wait", "The sign-in took too long", [
        html`<p>Nothing was connected. A sign-in at ${signInAt} has to end within half an hour.</p>`,
        again,
      ]);
    case "used":
      return messagePage(410, "wait", "This sign-in has ended already", [
        html`<p>A sign-in at ${signInAt} counts once. Reloading this page does not repeat it.</p>`,
        again,
      ]);
    case "withdrawn":
      return withdrawnPage(subject);
    case "other_browser":
      return messagePage(403, "bad", "This sign-in began in another browser", [
        html`<p>Nothing was connected. The sign-in at ${signInAt} has to end in the browser in which it began, with cookies allowed.</p>`,
        html`<p>Open the link from ${product} in this browser and try again.</p>`,
      ]);
    case "wrong_account":
      return messagePage(409, "bad", "This is another account", [
        html`<p>Nothing was changed. This link renews one account, and you signed in to another.</p>`,
        facts([
          ["Expected", ending.expected],
          ["You chose", ending.found],
        ]),
        html`<p class="small">Sign out at ${signInAt} first if it does not ask which account you want.</p>`,
        again,
      ]);
    case "overtaken":
      return messagePage(409, "bad", "It could not be kept", [
        html`<p>You agreed at ${signInAt}, and ${product} cannot keep the connection:</p>`,
        html`<p class="small">${ending.reason}</p>`,
        html`<p>Ask ${product} for a new link.</p>`,
      ]);
    case "provider_error":
      return messagePage(502, "bad", `${provider} could not be connected`, [
        html`<p>Nothing was connected to <strong>${product}</strong>.</p>`,
        html`<p class="small">${ending.reason}</p>`,
        again,
      ]);
  }
}

/** The page of a failure of our own. */
export function failurePage(requestId: string): ConnectPage {
  return messagePage(500, "bad", "Something went wrong", [
    html`<p>Nothing is lost. Wait a moment and open the link again.</p>`,
    html`<p class="small">If it happens again, report this number: ${requestId}</p>`,
  ]);
}

/** The page for a form that another site sent. */
export function foreignFormPage(): ConnectPage {
  return messagePage(403, "bad", "Open the link itself", [
    html`<p>Another site tried to begin this for you. Nothing was connected.</p>`,
    html`<p>Open the link that you were given, and begin there.</p>`,
  ]);
}

function startPage(subject: ConnectSubject, authorizeOrigin: string): ConnectPage {
  const { product, provider, signInAt, label, account, isRenewal, scopes, expiresAt } = subject;
  const title = isRenewal ? `Reconnect ${provider} to ${product}` : `Connect ${provider} to ${product}`;
  const sentences = scopeSentences(scopes);
  const body = html`<h1>${title}</h1>
<p><strong>${product}</strong> asks to use your ${provider} account. You sign in at ${signInAt} and agree there; ${product} never sees your password.</p>
${facts([...(account === undefined ? [] : [["Account", account] as const]), ["Kept as", label]])}
${
  sentences.length > 0
    ? html`<h2>${product} may then</h2><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
    : html`<p>At ${signInAt} you choose what ${product} may see and do.</p>`
}
<form method="post"><button class="button" type="submit">Continue to ${signInAt}</button></form>
${isRenewal && account !== undefined ? html`<p class="small">Only ${account} is accepted here, no other account.</p>` : NOTHING}
<p class="small">You did not expect this? Close the page: nothing has been connected. The link works until ${timeInWords(expiresAt)}.</p>`;
  // Browsers hold the redirects of a form to its policy too, and a provider redirects to addresses of its
  // own.
  return page(200, title, body, ["'self'", "https:", authorizeOrigin]);
}

function connectedPage(
  subject: ConnectSubject,
  { account, isFirstKnown, missingScopes }: Extract<ConnectEnding, { outcome: "connected" }>,
): ConnectPage {
  const { product, provider, signInAt, label, isRenewal } = subject;
  const missing = scopeSentences(missingScopes);
  return messagePage(200, "good", `${provider} is ${isRenewal ? "connected again" : "connected"}`, [
    html`<p><strong>${product}</strong> can now use this account.</p>`,
    facts([...(account === undefined ? [] : [["Account", account] as const]), ["Kept as", label]]),
    isFirstKnown && account !== undefined
      ? html`<p>No account was noted before; it is now <strong>${account}</strong>.</p>`
      : NOTHING,
    missing.length > 0
      ? html`<h2>${signInAt} did not allow</h2><ul>${missing.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
      : NOTHING,
    html`<p>You can close this page.</p>`,
  ]);
}

function withdrawnPage({ product, provider }: ConnectSubject): ConnectPage {
  return messagePage(410, "wait", "This link was taken back", [
    html`<p><strong>${product}</strong> no longer asks to connect ${provider} with it. Nothing was connected.</p>`,
    html`<p>If you expected to connect it, ask ${product} for a new link.</p>`,
  ]);
}

function unknownPage(): ConnectPage {
  return messagePage(404, "bad", "This link does not work", [
    html`<p>It may be incomplete: check that all of the address was copied. A link is also deleted a day after it expires.</p>`,
    html`<p>Ask whoever sent it for a new one.</p>`,
  ]);
}

type Mood = "good" | "wait" | "bad";
const SIGNS: Readonly<Record<Mood, string>> = { good: "✓", wait: "–", bad: "!" };

function messagePage(
  status: ConnectPage["status"],
  mood: Mood,
  title: string,
  parts: readonly Markup[],
): ConnectPage {
  const badge = html`<div class="badge ${mood}" aria-hidden="true">${SIGNS[mood]}</div>`;
  return page(status, title, html`${badge}<h1>${title}</h1>${parts}`, []);
}

function facts(rows: readonly (readonly [name: string, value: string])[]): Markup {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function page(
  status: ConnectPage["status"],
  title: string,
  body: Markup,
  formTargets: readonly string[],
): ConnectPage {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(CONNECT_STYLE)}</style>
</head>
<body>
<main>
${body}
<p class="small brand">Plumbline</p>
</main>
</body>
</html>
`;
  return { status, text, formTargets };
}

/** `22 November 2026, 14:05 UTC` */
function timeInWords(time: string): string {
  const told = new Date(time).toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return `${told.replace(" at ", ", ")} UTC`;
}
