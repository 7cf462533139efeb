import { createHash } from "node:crypto";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import { html, Markup } from "../docs/markup.ts";
import type { AppTypes } from "../request.ts";
import { PAGE_STYLE } from "./style.ts";

/** A page for a person, and what its answer carries. */
export interface PersonPage {
  status: 200 | 400 | 403 | 404 | 409 | 410 | 500 | 502;
  text: string;
  /** Where its form may lead, redirects included; nowhere when it has no form. */
  formTargets: readonly string[];
}

const STYLE_HASH = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** Nothing is loaded, run or framed, and the page's own style alone is taken. */
export function securityPolicy({ formTargets }: Pick<PersonPage, "formTargets">): string {
  const forms = formTargets.length === 0 ? "'none'" : formTargets.join(" ");
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`;
}

/** The page of a failure of our own. */
export function failurePage(requestId: string): PersonPage {
  return messagePage(500, "bad", "Something went wrong", [
    html`<p>Nothing is lost. Wait a moment and open the link again.</p>`,
    html`<p class="small">If it happens again, report this number: ${requestId}</p>`,
  ]);
}

type Mood = "good" | "wait" | "bad";
const SIGNS: Readonly<Record<Mood, string>> = { good: "✓", wait: "–", bad: "!" };

/** A page that says one thing, under a sign. `formTargets`: where its forms may lead; it mostly has none. */
export function messagePage(
  status: PersonPage["status"],
  mood: Mood,
  title: string,
  parts: readonly Markup[],
  formTargets: readonly string[] = [],
): PersonPage {
  const badge = html`<div class="badge ${mood}" aria-hidden="true">${SIGNS[mood]}</div>`;
  return personPage(status, title, html`${badge}<h1>${title}</h1>${parts}`, formTargets);
}

/** Names and values, one a line. */
export function facts(rows: readonly (readonly [name: string, value: string | Markup])[]): Markup {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A whole page. `formTargets`: where its forms may lead. `size`: `wide` where it shows data. */
export function personPage(
  status: PersonPage["status"],
  title: string,
  body: Markup,
  formTargets: readonly string[],
  size: "card" | "wide" = "card",
): PersonPage {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<main class="${size}">
${body}
<p class="small brand">Plumbline</p>
</main>
</body>
</html>
`;
  return { status, text, formTargets };
}

/** `22 November 2026, 14:05 UTC` */
export function timeInWords(time: string): string {
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

/** Answers with a page, also where the service fails: a person cannot read a problem in JSON. */
export async function servePersonPage(
  { logger }: Pick<Service, "logger">,
  context: Context<AppTypes>,
  make: () => Promise<PersonPage | Response>,
): Promise<Response> {
  const requestId = context.get("requestId");
  const made = await make().catch((error: unknown) => {
    logger.log("error", "request_failed", { request_id: requestId, ...describeUnexpected(error) });
    context.set("errorCode", "internal");
    return failurePage(requestId);
  });
  if (made instanceof Response) return made;
  return context.body(made.text, made.status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": securityPolicy(made),
    // Not `no-referrer`: a browser would then say `Origin: null` of the page's own form.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "cross-origin-opener-policy": "same-origin",
  });
}
