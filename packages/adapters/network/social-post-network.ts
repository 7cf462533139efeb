import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import {
  atProvider,
  createLinkDestination,
  createPostDestination,
  providerTitle,
} from "../define-adapter.ts";
import type { JsonAnswer } from "../json-exchange.ts";
import {
  buildPostUrl,
  callNetwork,
  findDuplicate,
  findPostUrn,
  readAuthorUrn,
  toNetworkError,
} from "./network-client.ts";
import { network } from "./provider.ts";

/**
 * The provider's limit for a post's text (LinkedIn, "UGC Post API"). The unit is not documented. Code points
 * are the most lenient interpretation, so this only refuses text that is too long by any interpretation.
 */
const MAX_CHARACTERS = 3_000;

const postText = z
  .string()
  .refine((text) => text.trim() !== "", "must contain more than whitespace")
  .refine((text) => [...text].length <= MAX_CHARACTERS, `must have at most ${MAX_CHARACTERS} characters`)
  .describe("Plain text, at most 3,000 characters.");

const postVisibility = z.enum(["PUBLIC", "CONNECTIONS"]).default("PUBLIC").describe("Who sees it.");

const postLink = z
  .strictObject({
    url: z.url({
      protocol: /^https?$/,
      error: ({ code }) => (code === "invalid_format" ? "must be an http or https URL" : undefined),
    }),
    title: z.string().min(1).optional(),
    description: z.string().min(1).optional(),
  })
  .optional()
  .describe("Article shown below; not fetched, so give its title.");

/** A post as its author specified it. */
interface Post {
  author: string;
  text: string;
  visibility: z.output<typeof postVisibility>;
  link: z.output<typeof postLink>;
}

/** Creates the body of `POST /v2/ugcPosts`. */
function createPostBody({ author, text, visibility, link }: Post) {
  const media = link && {
    status: "READY",
    originalUrl: link.url,
    ...(link.title === undefined ? {} : { title: { text: link.title } }),
    ...(link.description === undefined ? {} : { description: { text: link.description } }),
  };
  return {
    author,
    lifecycleState: "PUBLISHED",
    specificContent: {
      "com.linkedin.ugc.ShareContent": {
        shareCommentary: { text },
        shareMediaCategory: media ? "ARTICLE" : "NONE",
        ...(media ? { media: [media] } : {}),
      },
    },
    visibility: { "com.linkedin.ugc.MemberNetworkVisibility": visibility },
  };
}

const createdBody = z.looseObject({ id: z.string() });

/**
 * Defines `social_post:network`, which posts on the professional network as the member or organization in
 * `metadata.urn`.
 */
export function socialPostNetwork(baseUrl: string): Tool {
  return defineTool({
    name: "social_post:network",
    title: "Post on the professional network",
    sentence: "Post|Posted on the professional network (LinkedIn): {text}",
    description:
      `Publishes a post on the ${providerTitle(network)} at once, as the connected member or organization. ` +
      "Not for messages to one person.",
    input: z.object({ text: postText, visibility: postVisibility, link: postLink }),
    example: {
      text: "We are hiring an engineer.",
      link: { url: "https://example.com/jobs", title: "Engineer" },
    },
    output: z.object({
      id: z.string().describe("The post's URN."),
      url: z.string(),
      already_posted: z
        .literal(true)
        .optional()
        .describe("An earlier attempt had succeeded: there is one post, this one."),
    }),
    ...atProvider(network, baseUrl),
    credential: { use: "required", kinds: ["network"], metadata: { network: ["urn"] } },
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    destinations: ({ link }, account) => [
      ...createPostDestination(network, account),
      ...(link === undefined ? [] : [createLinkDestination("link", link.url)]),
    ],
    identifiers: ["visibility"],
    async run({ text, visibility, link }, context) {
      const author = readAuthorUrn(context.credential.metadata);
      const mayHavePosted = context.mayHaveWritten();
      const answer = await callNetwork(context, {
        method: "POST",
        baseUrl,
        path: "/v2/ugcPosts",
        body: createPostBody({ author, text, visibility, link }),
        effect: "write",
      });
      if (answer.ok) return readCreatedId(answer);
      const existing = findDuplicate(answer);
      if (existing === undefined || !mayHavePosted) throw toNetworkError(answer, context.clock.now());
      context.foundWritten();
      return { id: existing, url: buildPostUrl(existing), already_posted: true as const };
    },
  });
}

/**
 * Returns the ID of the created post, which is in a header, because the body may be empty. Without an ID, the
 * outcome is unknown.
 */
function readCreatedId({ headers, body, status, detail }: JsonAnswer) {
  const id =
    findPostUrn(headers["x-restli-id"] ?? "") ?? findPostUrn(createdBody.safeParse(body).data?.id ?? "");
  if (id !== undefined) return { id, url: buildPostUrl(id) };
  throw new AdapterTransientError(
    "The response of the professional network (LinkedIn) does not identify the post.",
    {
      status,
      providerRequestId: detail.providerRequestId,
      outcomeUnknown: true,
    },
  );
}
