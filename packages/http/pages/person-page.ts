import { createHash } from "node:crypto";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import { html, type Markup, renderDocument } from "../docs/markup.ts";
import type { AppTypes } from "../request.ts";

/**
 * Style of the pages that a person opens from a link: one centered card, at most as wide as a phone's screen,
 * or wider for data.
 */
const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #59636e; --line: #d9dde2; --paper: #f4f5f7; --card: #fff; --act: #0b5cad; --on-act: #fff; --good: #1a7f37; --bad: #c62828; --wait: #9a6700; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a3acb6; --line: #3a4149; --paper: #121518; --card: #1c2126; --act: #79b8ff; --on-act: #0d1a29; --good: #57ab5a; --bad: #f47067; --wait: #d4a72c; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 27rem; padding: 1.75rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 0.75rem; font-size: 1.4rem; line-height: 1.3; text-wrap: balance; }
h2 { margin: 1.5rem 0 0.25rem; font-size: 0.95rem; }
p { margin: 0.75rem 0; }
ul { margin: 0.25rem 0; padding-left: 1.25rem; }
li { margin: 0.2rem 0; }
dl { margin: 1.25rem 0; border-top: 1px solid var(--line); }
dl div { display: flex; gap: 1rem; padding: 0.55rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 7rem; color: var(--soft); }
dd { margin: 0; min-width: 0; font-weight: 600; }
dd small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
.badge { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-bottom: 1rem; border-radius: 50%; color: var(--card); font-size: 1.4rem; font-weight: 700; line-height: 1; }
.good { background: var(--good); } .bad { background: var(--bad); } .wait { background: var(--wait); }
.button { display: block; width: 100%; margin: 1.5rem 0 0; padding: 0.8rem 1rem; border: 0; border-radius: 9px; color: var(--on-act); background: var(--act); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { filter: brightness(1.08); }
.button:focus-visible { outline: 3px solid var(--act); outline-offset: 3px; }
form { margin: 0; }
main.wide { max-width: 44rem; }
.wide dl { margin: 0.5rem 0; } .wide dl:not(.arguments) div { padding: 0.3rem 0; }
.wide dd { font-weight: 400; } .wide dd strong { font-weight: 600; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 0.9rem; max-height: 26rem; overflow: auto; border: 1px solid var(--line); border-radius: 9px; background: var(--paper); font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; unicode-bidi: isolate; direction: ltr; }
.arguments div { display: block; }
.arguments dt { font-size: 0.875rem; }
.arguments dd { white-space: pre-wrap; unicode-bidi: isolate; }
.arguments ul, .arguments ol, .markdown { white-space: normal; }
.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown :is(h2, h3, h4, h5, h6) { margin: 1rem 0 0.25rem; font-size: 1rem; }
.markdown blockquote { margin: 0.75rem 0; padding-left: 0.75rem; border-left: 3px solid var(--line); }
.markdown table { border-collapse: collapse; } .markdown th, .markdown td { padding: 0.25rem 0.6rem; border: 1px solid var(--line); text-align: left; }
.markdown a { color: var(--act); }
del { color: var(--soft); } ins { font-weight: 600; text-decoration: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.edit { margin-top: 0.5rem; }
.arguments code { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
summary { color: var(--soft); cursor: pointer; }
.choices { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 0.75rem; padding: 0.75rem 0; background: var(--card); }
.choices .button { flex: 1 1 auto; width: auto; margin: 0; }
.choices label { flex: 1 1 100%; margin: 0; }
.choices details { flex: 1 1 100%; font-size: 0.875rem; }
.deny { color: var(--ink); background: none; border: 1px solid var(--line); }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
input, select, textarea { display: block; width: 100%; margin-top: 0.35rem; padding: 0.7rem 0.8rem; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 9px; font: inherit; }
select, textarea { font-weight: 400; }
:is(input, select, textarea):focus-visible { outline: 3px solid var(--act); outline-offset: 1px; }
.link { padding: 0; border: 0; color: var(--act); background: none; font: inherit; text-decoration: underline; cursor: pointer; }
.refusal { padding: 0.6rem 0.8rem; border-left: 3px solid var(--bad); background: var(--paper); }
.small { color: var(--soft); font-size: 0.875rem; }
.brand { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (min-width: 32rem) { main { padding: 2.25rem 2.25rem 1.75rem; } }
`;

/** A page for people, with the data for its response. */
export interface PersonPage {
  status: 200 | 400 | 403 | 404 | 409 | 410 | 500 | 502;
  text: string;
  /** Allowed targets of its form, including redirects. Empty if it has no form. */
  formTargets: readonly string[];
}

const STYLE_HASH = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** Allows only the page's own style. Nothing is loaded, executed or framed. */
export function createSecurityPolicy({ formTargets }: Pick<PersonPage, "formTargets">): string {
  const forms = formTargets.length === 0 ? "'none'" : formTargets.join(" ");
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`;
}

/** Renders the page for an internal failure. */
export function renderFailurePage(requestId: string): PersonPage {
  return renderMessagePage(500, "bad", "Something went wrong", [
    html`<p>Nothing is lost. Wait a moment and open the link again.</p>`,
    html`<p class="small">If it happens again, report this id: ${requestId}</p>`,
  ]);
}

type Mood = "good" | "wait" | "bad";
const SIGNS: Readonly<Record<Mood, string>> = { good: "✓", wait: "–", bad: "!" };

/**
 * Renders a page with one message and a symbol. `formTargets` are the allowed targets of its forms, usually
 * empty.
 */
export function renderMessagePage(
  status: PersonPage["status"],
  mood: Mood,
  title: string,
  parts: readonly Markup[],
  formTargets: readonly string[] = [],
): PersonPage {
  const badge = html`<div class="badge ${mood}" aria-hidden="true">${SIGNS[mood]}</div>`;
  return renderPersonPage(status, title, html`${badge}<h1>${title}</h1>${parts}`, formTargets);
}

/** Renders names and values, one pair per line. */
export function renderFacts(rows: readonly (readonly [name: string, value: string | Markup])[]): Markup {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/**
 * Renders a whole page. `formTargets` are the allowed targets of its forms. `size` is `wide` for pages that
 * show data.
 */
export function renderPersonPage(
  status: PersonPage["status"],
  title: string,
  body: Markup,
  formTargets: readonly string[],
  size: "card" | "wide" = "card",
): PersonPage {
  const head = html`<meta name="robots" content="noindex">\n`;
  const main = html`<main class="${size}">
${body}
<p class="small brand">Plumbline</p>
</main>`;
  const text = renderDocument({ title, style: PAGE_STYLE, head }, main);
  return { status, text, formTargets };
}

/** Formats a time as `22 November 2026, 14:05 UTC`. */
export function formatTime(time: string): string {
  const text = new Date(time).toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return `${text.replace(" at ", ", ")} UTC`;
}

/** Responds with a page even if the service fails, because people cannot read a JSON problem. */
export async function servePersonPage(
  { logger }: Pick<Service, "logger">,
  context: Context<AppTypes>,
  make: () => Promise<PersonPage | Response>,
): Promise<Response> {
  const requestId = context.get("requestId");
  const made = await make().catch((error: unknown) => {
    logger.log("error", "request_failed", { request_id: requestId, ...describeUnexpected(error) });
    context.set("errorCode", "internal");
    return renderFailurePage(requestId);
  });
  if (made instanceof Response) return made;
  return context.body(made.text, made.status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": createSecurityPolicy(made),
    // Not `no-referrer`, with which browsers would send `Origin: null` for the page's own form.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "cross-origin-opener-policy": "same-origin",
  });
}
