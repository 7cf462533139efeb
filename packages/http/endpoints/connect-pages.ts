import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import {
  type BrowserCookie,
  cookieOf,
  createBrowserCookie,
  readBrowserCookie,
} from "../connect/browser-cookie.ts";
import { renderEndingPage, renderForeignFormPage, renderLinkPage } from "../connect/pages.ts";
import { isCrossSite } from "../pages/foreign-request.ts";
import { deleteHostCookie, setHostCookie } from "../pages/host-cookie.ts";
import { type PersonPage, servePersonPage } from "../pages/person-page.ts";
import { type AppTypes, chooseBaseUrl, getActor } from "../request.ts";
import { buildCallbackUrl, buildConnectUrl } from "./connections.ts";
import { htmlAnswer, operation, type Route, route } from "./endpoint.ts";

const PAGES = {
  404: htmlAnswer("A page saying that the address does not work."),
  410: htmlAnswer("A page saying that it has already been used, or has expired."),
  500: htmlAnswer("A page saying that the service failed."),
};

const ofLink = z.object({ token: z.string().describe("The link's token.") });

const openConnectLink = operation({
  id: "openConnectLink",
  access: "public",
  summary: "Open a connect link",
  description:
    "The page at a `connect_url` or an `authorization_url`: which product asks for access, to which account, and what it will be able to do. Opening " +
    "it does not use up the link.",
  params: ofLink,
  answers: () => ({ 200: htmlAnswer("The page."), ...PAGES }),
});

const beginConnect = operation({
  id: "beginConnect",
  access: "public",
  summary: "Continue from a connect link to the provider",
  description:
    "Handles the page's button. A cookie binds the sign-in to this browser. Forms submitted by another site are refused.",
  params: ofLink,
  answers: () => ({
    303: { description: "Redirects to the provider." },
    403: htmlAnswer("A page saying that another site submitted the form."),
    ...PAGES,
  }),
});

const endConnect = operation({
  id: "endConnect",
  access: "public",
  summary: "Complete a connection",
  description:
    "The address to which a provider redirects a person. Each state can be used once; the page shows the result.",
  query: z.object({
    state: z.string().optional(),
    code: z.string().optional(),
    error: z.string().optional(),
  }),
  answers: () => ({
    200: htmlAnswer("A page saying that the account is connected, or that the person did not grant access."),
    403: htmlAnswer("A page saying that the sign-in was started in another browser."),
    409: htmlAnswer(
      "A page saying that it is a different account, or that the connection could not be saved.",
    ),
    502: htmlAnswer("A page with the provider's error."),
    ...PAGES,
  }),
});

/** Creates the routes of the pages for connecting an account. The pages need no key and run no script. */
export function connectPageRoutes(service: Service): readonly Route[] {
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
        const started = await connects.beginAtLink(token, buildCallbackUrl(base), cookie.value);
        if (!started) return renderLinkPage(await connects.open(token));
        setHostCookie(context, base, cookieOf(started.id), cookie.value);
        context.header("cache-control", "no-store");
        return context.redirect(started.url, 303);
      }),
    ),
    route(endConnect, (context) =>
      servePage(context, async () => {
        const base = chooseBaseUrl(publicUrl, context);
        let browser: { authId: string; cookie: BrowserCookie } | undefined;
        const readCookie = (authId: string) => {
          const cookie = readBrowserCookie(context, base, authId);
          if (cookie) browser = { authId, cookie };
          return cookie?.value;
        };
        const { state, code, error } = context.req.query();
        // Mail programs check URLs before showing them. Such a check must not complete the connect.
        if (context.req.method === "HEAD") return renderLinkPage({ state: "unknown" });
        const ending = await connects.end({ state, code, error }, readCookie, getActor(context));
        if (!browser) return renderEndingPage(ending, undefined);
        deleteHostCookie(context, base, cookieOf(browser.authId));
        return renderEndingPage(ending, buildConnectUrl(base, browser.cookie.linkToken));
      }),
    ),
  ];
}

function readPathToken(context: Context<AppTypes>): string {
  return context.req.param("token") ?? "";
}
