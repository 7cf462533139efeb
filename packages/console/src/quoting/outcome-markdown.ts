import type { Schemas } from "@plumbline/client/schemas.ts";
import { listCitedPages, pageNumber } from "./cited-pages.ts";

type Outcome = Schemas["ResearchOutcome"];

/** Returns an outcome as Markdown: every quote with the number of its page, followed by the pages. */
export function outcomeAsMarkdown(outcome: Outcome): string {
  if (!outcome.ok) return [`# ${line(outcome.query)}`, outcome.refusal_reason ?? ""].join("\n\n");
  const { citations } = outcome;
  const numberOf = (at: number) => (citations[at] ? pageNumber(citations, citations[at]) : at + 1);
  const sections = outcome.sections.map(({ heading, claims }) =>
    [
      ...(heading === "" ? [] : [`## ${line(heading)}`, ""]),
      ...claims.map(
        ({ text, citation_index, subject }) =>
          `- ${subject === undefined ? "" : `${line(subject)}: `}${line(text)} [${numberOf(citation_index)}]`,
      ),
    ].join("\n"),
  );
  const sources = listCitedPages(citations).map(
    ({ number, citations: [{ title, url, domain }] }) => `${number}. [${line(title) || domain}](<${url}>)`,
  );
  return [`# ${line(outcome.query)}`, ...sections, "## Sources", sources.join("\n")].join("\n\n");
}

/** Returns text on one line, with Markdown escaped. */
function line(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
