import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import {
  type BrowserCookie,
  createBrowserCookie,
  deleteBrowserCookie,
  readBrowserCookie,
  setBrowserCookie,
} from "../connect/browser-cookie.ts";
import { renderEndingPage, renderForeignFormPage, renderLinkPage } from "../connect/pages.ts";
import { isCrossSite } from "../pages/foreign-request.ts";
import { type PersonPage, servePersonPage } from "../pages/person-page.ts";
import { type AppTypes, actorOf, chooseBaseUrl } from "../request.ts";
import { buildCallbackUrl, buildConnectUrl } from "./connections.ts";
import { type Answer, operation, type Route, route } from "./endpoint.ts";

const html = (description: string): Answer => ({ description, content: { "text/html": z.string() } });

const PAGES = {
  404: html("A page that says that the address does not work."),
  410: html("A page that says that it was used already, or has expired."),
  500: html("A page that says that the service failed."),
};

const ofLink = z.object({ token: z.string().describe("The link's token.") });

export const openConnectLink = operation({
  id: "openConnectLink",
  access: "public",
  tag: "Connections",
  summary: "Open a connect link",
  description:
    "The page at a `connect_url` or an `authorization_url`: which product asks, for which account, and what it may then do. Opening " +
    "it uses nothing up.",
  params: ofLink,
  answers: { 200: html("The page."), ...PAGES },
});

export const beginConnect = operation({
  id: "beginConnect",
  access: "public",
  tag: "Connections",
  summary: "Go from a connect link to the provider",
  description:
    "What the page's button does. The visit is bound to this browser by a cookie. A form that another site sends is refused.",
  params: ofLink,
  answers: {
    303: { description: "To the provider." },
    403: html("A page that says that another site sent the form."),
    ...PAGES,
  },
});

export const endConnect = operation({
  id: "endConnect",
  access: "public",
  tag: "Connections",
  summary: "End a connect",
  description:
    "Where a provider leads a person back to. The state counts once; the page says how the connect ended.",
  query: z.object({
    state: z.string().optional(),
    code: z.string().optional(),
    error: z.string().optional(),
  }),
  answers: {
    200: html("A page that says that the account is connected, or that the person did not agree."),
    403: html("A page that says that the sign-in began in another browser."),
    409: html("A page that says that it is another account, or that the connection could not be kept."),
    502: html("A page that says what the provider refused."),
    ...PAGES,
  },
});

/** Creates the routes of the pages for connecting an account. The pages need no key and run no script. */
export function connectPageRoutes(
  service: Pick<Service, "connects" | "publicUrl" | "random" | "logger">,
): readonly Route[] {
  const { connects, publicUrl, random } = service;
  const servePage = (context: Context<AppTypes>, make: () => Promise<PersonPage | Response>) =>
    servePersonPage(service, context, make);
  return [
    route(openConnectLink, (context) =>
      servePage(context, async () => renderLinkPage(await connects.open(readPathToken(context)))),
    ),
    route(beginConnect, (context) =>
      servePage(context, async () => {
        const base = chooseBaseUrl(publicUrl, context);
        if (isCrossSite(context, base)) return renderForeignFormPage();
        const token = readPathToken(context);
        const cookie = createBrowserCookie(token, random);
        const visit = await connects.beginAtLink(token, buildCallbackUrl(base), cookie.value);
        if (!visit) return renderLinkPage(await connects.open(token));
        setBrowserCookie(context, base, visit.id, cookie);
        context.header("cache-control", "no-store");
        return context.redirect(visit.url, 303);
      }),
    ),
    route(endConnect, (context) =>
      servePage(context, async () => {
        const base = chooseBaseUrl(publicUrl, context);
        let browser: { visitId: string; cookie: BrowserCookie } | undefined;
        const cookieOf = (visitId: string) => {
          const cookie = readBrowserCookie(context, base, visitId);
          if (cookie) browser = { visitId, cookie };
          return cookie?.value;
        };
        const { state, code, error } = context.req.query();
        // Mail programs check URLs before showing them. Such a check must not complete the connect.
        if (context.req.method === "HEAD") return renderLinkPage({ state: "unknown" });
        const ending = await connects.end({ state, code, error }, cookieOf, actorOf(context));
        if (!browser) return renderEndingPage(ending, undefined);
        deleteBrowserCookie(context, base, browser.visitId);
        return renderEndingPage(ending, buildConnectUrl(base, browser.cookie.linkToken));
      }),
    ),
  ];
}

function readPathToken(context: Context<AppTypes>): string {
  return context.req.param("token") ?? "";
}
