import { basename } from "node:path";
import * as z from "zod";
import { pythonProgram, runProgram } from "./run-program.ts";

export interface LintFinding {
  /** `W3005`; its meaning: github.com/aws-cloudformation/cfn-lint, docs/rules.md. */
  rule: string;
  template: string;
  /** `Resources/Tick6513F4AE/DependsOn/0`. */
  place: string;
  message: string;
}

const matches = z.array(
  z.object({
    Rule: z.object({ Id: z.string() }),
    Filename: z.string(),
    Message: z.string(),
    Location: z.object({ Path: z.array(z.union([z.string(), z.int()])).nullable() }),
  }),
);

/** All that cfn-lint has against templates, whose schemas of resources are AWS's own. */
export async function lintTemplates(files: readonly string[]): Promise<LintFinding[]> {
  const { out, errors } = await runProgram(pythonProgram("cfn-lint"), ["--format", "json", "--", ...files]);
  // Its exit code says which kinds of findings there are; what it cannot read is one of them.
  if (!out.startsWith("[")) throw new Error(`cfn-lint made no report. It printed:\n${out}${errors}`);
  return matches.parse(JSON.parse(out)).map(({ Rule, Filename, Message, Location }) => ({
    rule: Rule.Id,
    template: basename(Filename),
    place: (Location.Path ?? []).join("/"),
    message: Message,
  }));
}
