/** Names of a new tool, from which its files are written. */
export interface NewTool {
  /** The provider's word, such as `tracker`. */
  word: string;
  /** Such as `tracker_update_issue`. */
  name: string;
  /** Path of its request and name of the sandbox's file, such as `update-issue`. */
  path: string;
  /** Name of its own files, such as `tracker-update-issue`. */
  file: string;
  /** Function that defines it, such as `trackerUpdateIssue`. */
  define: string;
  /** The sandbox's answer, such as `updateIssue`. */
  answer: string;
  verb: string;
  noun: string;
  /** The noun, if policies know it. */
  thing: string | undefined;
  effect: "read" | "write";
}

const capitalize = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** Returns the definition of a tool that sends one request with an ID, and a text if it writes. */
export function writeToolFile(tool: NewTool): string {
  const { word, name, path, define, verb, noun, thing, effect } = tool;
  const writes = effect === "write";
  return `import { createErrorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { exchangeJson, parseSuccessBody } from "../json-exchange.ts";
import { ${word} } from "./provider.ts";

const TITLE = providerTitle(${word});
const result = z.object({ id: z.string()${writes ? "" : ", title: z.string()"} });

/** Defines \`${name}\`. */
export function ${define}(baseUrl: string): Tool {
  return defineTool({
    name: "${name}",
    title: "${capitalize(verb)} ${word} ${noun}",
    description: \`${capitalize(verb)}s one ${noun} in \${TITLE}, by its ID. Not for finding it.\`,
    input: z.object({
      id: z.string().trim().min(1).max(200).describe("ID of the ${noun}."),${
        writes ? '\n      text: z.string().min(1).max(10_000).describe("The new text."),' : ""
      }
    }),
    example: { id: "42"${writes ? ', text: "On Monday."' : ""} },
    output: result,
    ...atProvider(${word}, baseUrl),
    effect: "${effect}",
    idempotency: "${writes ? "none" : "read"}",
    reads: "${writes ? "nothing" : "outside"}",${
      writes
        ? `\n    destinations: ({ id }) => [{ kind: "thing", value: id, argument: "id"${thing ? `, noun: "${thing}"` : ""} }],`
        : ""
    }
    identifiers: ["id"],
    async run(input, context) {
      const answer = await exchangeJson(context, {
        method: "${writes ? "POST" : "GET"}",
        baseUrl,
        path: ${writes ? `"/${path}"` : `\`/${path}?\${new URLSearchParams({ id: input.id })}\``},
        headers: { authorization: \`Bearer \${context.credential.token.reveal()}\` },${
          writes ? "\n        body: input," : ""
        }
        effect: "${effect}",
      });
      if (answer.ok) return parseSuccessBody(answer, result, TITLE);
      throw createErrorFromStatus(answer.status, \`\${TITLE} answered \${answer.status}.\`, answer.detail);
    },
  });
}
`;
}

/** Returns the samples, which are the tool's test. */
export function writeSamplesFile({ word, name, verb, noun, effect }: NewTool): string {
  const writes = effect === "write";
  const text = writes ? ", text: sampleText" : "";
  const type = writes ? "sampleText, type ToolSamples" : "plantInAnswer, type ToolSamples";
  return `import { ${type} } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "${name}",
  docs: { does: "${verb}s one ${noun}", retried: "${writes ? "no (*)" : "–"}" },
  promises: {
    credential: "required",
    effect: "${effect}",
    idempotency: "${writes ? "none" : "read"}",
    reads: "${writes ? "nothing" : "outside"}",
    reach: "provider",
  },
  valid: [{ id: "42"${text} }],
  invalid: [{ id: 42${text} }],
  refused: [{ id: " "${text} }],
  calls: {
    "one ${noun}": { connection: "${word}", args: { id: "42"${text} }, result: { id: "42" } },
  },${writes ? "" : `\n  plant: ({ sandbox }, text) => plantInAnswer(sandbox.${word}, text),`}
};
`;
}

/** Returns the sandbox's answer, which demands a token and repeats the ID. */
export function sandboxAnswerFile({ name, path, answer, effect }: NewTool): string {
  const writes = effect === "write";
  return `import { json } from "../server/reply.ts";
import type { ToolAnswer } from "../server/scripted-server.ts";

/** Answers the request of \`${name}\`. */
export const ${answer}: ToolAnswer = {
  route: "${writes ? "POST" : "GET"} /${path}",
  answer: (request) => {
    if (!request.headers.authorization) return json({ error: "A token is missing." }, 401);
    return json(${writes ? "{ id: Object(request.json()).id }" : '{ id: request.query.get("id"), title: "The plan" }'});
  },
};
`;
}
