import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import { optionalText } from "../answer-fields.ts";
import type { ConnectionCheck } from "../define-adapter.ts";
import { successBody } from "../json-exchange.ts";
import { authorUrn, callNetwork, NETWORK_REQUEST_ID, networkError, refusesToken } from "./network-client.ts";

const PERSON = "urn:li:person:";

/** Without `sub` an answer may not be used (OpenID Connect Core 1.0, 5.3.2). */
const member = z.object({ sub: z.string().min(1), name: optionalText });

/**
 * Testing a network token: who it belongs to (LinkedIn, "Sign In with LinkedIn using OpenID Connect",
 * `/v2/userinfo`), and whether that is the member in `metadata.urn`. A token that may post but not read the
 * profile (403) is a good token without a name.
 */
export function networkConnection(baseUrl: string): ConnectionCheck {
  return {
    kinds: ["network"],
    test: defineTool({
      name: "credential_test:network",
      description: "Asks the professional network (LinkedIn) who owns the token; changes nothing.",
      input: z.object({}),
      output: z.object({
        account: z.string().optional(),
        account_id: z.string().optional(),
        metadata: z.object({ urn: z.string() }).optional().describe("What a new connection is missing."),
      }),
      credential: { use: "required", kinds: ["network"] },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: NETWORK_REQUEST_ID },
      reads: "own",
      async run(_input, context) {
        const { metadata } = context.credential;
        // A new connection has no author yet: it is the member who agreed.
        const author = metadata.urn === undefined ? undefined : authorUrn(metadata);
        const request = { method: "GET", baseUrl, path: "/v2/userinfo", effect: "read" } as const;
        const answer = await callNetwork(context, request);
        if (answer.status === 403 && !refusesToken(answer)) return {};
        if (!answer.ok) throw networkError(answer, context.clock.now());
        const { sub, name } = successBody(answer, member, "the professional network (LinkedIn)");
        const owner = `${PERSON}${sub}`;
        if (author === undefined)
          return { account: name || owner, account_id: sub, metadata: { urn: owner } };
        if (author.startsWith(PERSON) && author !== owner) {
          throw new AdapterValidationError(
            `The token belongs to ${owner}, but the connection's metadata.urn is ${author}.`,
            { nextStep: `Set metadata.urn to ${owner}, or store the token of the other member.` },
          );
        }
        return { account: name || owner, account_id: sub };
      },
    }),
  };
}
