import type { ConsoleFile } from "@plumbline/console/built/console-files.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { publishText, respondWithText } from "../published-text.ts";
import { chooseBaseUrl } from "../request.ts";
import { copyHeaders, operation, type Route, route, textAnswers } from "./endpoint.ts";

/** Allows only the console's own files and nothing from other hosts. No text can be executed as a script. */
const CONSOLE_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Headers of the console's page. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // Always revalidated, because an old page would refer to files that a new version does not have.
  "cache-control": "no-cache",
  "content-security-policy": CONSOLE_SECURITY_POLICY,
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex",
};

const getConsole = operation({
  id: "getConsole",
  access: "public",
  summary: "Open the console",
  description: "The web interface of the service. It loads its own files and nothing else.",
  headers: copyHeaders,
  answers: () => textAnswers("The page.", "text/html"),
});

const getConsoleFile = operation({
  id: "getConsoleFile",
  access: "public",
  summary: "Load a file of the console",
  description:
    "A script or style sheet of the page. Its name contains a hash of its content, so it never changes.",
  params: z.object({ file: z.string().describe("The name used by the page.") }),
  headers: copyHeaders,
  answers: () => textAnswers("The file.", "text/javascript", "text/css", "image/svg+xml"),
  refusals: { not_found: "The console has no such file; it may belong to another version." },
});

/** Creates the routes of the console's built page and files. */
export function consoleRoutes({ publicUrl }: Pick<Service, "publicUrl">): readonly Route[] {
  return [
    route(getConsole, async (context) => {
      const { CONSOLE_PAGE } = await loadConsoleFiles();
      const path = new URL(chooseBaseUrl(publicUrl, context)).pathname.replace(/\/$/, "");
      return respondWithText(context, publishText(CONSOLE_PAGE.replaceAll("{base}", path), PAGE_HEADERS));
    }),
    route(getConsoleFile, async (context) => {
      const name = context.req.param("file");
      const file = (await loadConsoleFiles()).CONSOLE_FILES.find((one) => one.name === name);
      if (!file) throw new ServiceError("not_found", "The console has no such file. Reload the page.");
      return respondWithText(context, publishText(file.text, createFileHeaders(file)));
    }),
  ];
}

/** Loads the files on first use, since a service that only serves the API does not need them. */
function loadConsoleFiles() {
  return import("@plumbline/console/built/console-files.ts");
}

function createFileHeaders({ type }: ConsoleFile): Record<string, string> {
  return {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
  };
}
