import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { JsonAnswer } from "../json-exchange.ts";
import { authorUrn } from "./author.ts";
import { callNetwork, NETWORK_REQUEST_ID } from "./network-client.ts";
import { duplicateOf, networkError } from "./network-errors.ts";
import { postLink, postText, postVisibility, ugcPost } from "./post-content.ts";
import { findPostUrn, postUrl } from "./post-urn.ts";

const createdBody = z.looseObject({ id: z.string() });

/** `social_post:network`: a post on the professional network, as the member or organization that `metadata.urn` names. */
export function socialPostNetwork(baseUrl: string): Tool {
  return defineTool({
    name: "social_post:network",
    title: "Post on the professional network",
    description:
      "Publishes a post on the professional network, at once and in the name of the connected member or organization. " +
      "Not for messages to one person.",
    input: z.object({ text: postText, visibility: postVisibility, link: postLink }),
    output: z.object({
      id: z.string().describe("The post's URN."),
      url: z.string(),
      already_posted: z
        .literal(true)
        .optional()
        .describe("An earlier try of this call had been carried out: there is one post, this one."),
    }),
    credential: { use: "required", kinds: ["network"], metadata: { network: ["urn"] } },
    effect: "write",
    idempotency: "none",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: NETWORK_REQUEST_ID },
    identifiers: ["visibility"],
    async run({ text, visibility, link }, context) {
      const author = authorUrn(context.credential.metadata);
      const mayHavePosted = context.mayHaveWritten();
      const answer = await callNetwork(context, {
        method: "POST",
        baseUrl,
        path: "/v2/ugcPosts",
        body: ugcPost({ author, text, visibility, link }),
        effect: "write",
      });
      if (answer.ok) return created(answer);
      const existing = duplicateOf(answer);
      if (existing === undefined || !mayHavePosted) throw networkError(answer, context.clock.now());
      context.foundWritten();
      return { id: existing, url: postUrl(existing), already_posted: true as const };
    },
  });
}

/** The id is in a header; the body may be empty. Without one nobody knows what was done. */
function created({ headers, body, status, detail }: JsonAnswer) {
  const id =
    findPostUrn(headers["x-restli-id"] ?? "") ?? findPostUrn(createdBody.safeParse(body).data?.id ?? "");
  if (id !== undefined) return { id, url: postUrl(id) };
  throw new AdapterTransientError("The professional network's answer does not name the post.", {
    status,
    providerRequestId: detail.providerRequestId,
    outcomeUnknown: true,
  });
}
