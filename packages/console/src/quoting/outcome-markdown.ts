import type { Schemas } from "@plumbline/client/schemas.ts";

type Outcome = Schemas["ResearchOutcome"];

/** Returns an outcome as Markdown: every quote with its source's number, followed by the sources. */
export function outcomeAsMarkdown(outcome: Outcome): string {
  if (!outcome.ok) return [`# ${line(outcome.query)}`, outcome.refusal_reason ?? ""].join("\n\n");
  const sections = outcome.sections.map(({ heading, claims }) =>
    [
      ...(heading === "" ? [] : [`## ${line(heading)}`, ""]),
      ...claims.map(
        ({ text, citation_index, subject }) =>
          `- ${subject === undefined ? "" : `${line(subject)}: `}${line(text)} [${citation_index + 1}]`,
      ),
    ].join("\n"),
  );
  const sources = outcome.citations.map(
    ({ title, url, domain }, at) => `${at + 1}. [${line(title) || domain}](<${url}>)`,
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
