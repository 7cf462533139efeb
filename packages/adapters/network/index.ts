import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalText } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { parseSuccessBody } from "../json-exchange.ts";
import { callNetwork, isTokenRefused, readAuthorUrn, toNetworkError } from "./network-client.ts";
import { network } from "./provider.ts";
import { socialPostNetwork } from "./social-post-network.ts";

export const networkAdapter = defineAdapter({
  providers: [network],
  tools: ({ endpoints: { network } }) => [socialPostNetwork(network.baseUrl)],
  connectionChecks: ({ endpoints: { network } }) => [createConnectionCheck(network.baseUrl)],
});

const PERSON = "urn:li:person:";

/** A response without `sub` must not be used (OpenID Connect Core 1.0, 5.3.2). */
const member = z.object({ sub: z.string().min(1), name: optionalText });

/**
 * Tests a network token by reading its member (LinkedIn, "Sign In with LinkedIn using OpenID Connect",
 * `/v2/userinfo`) and comparing it with `metadata.urn`. A token that may post but not read the profile (403)
 * is valid, but its account has no name.
 */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  return accountCheck(network, baseUrl, async (context) => {
    const { metadata } = context.credential;
    // A new connection has no author yet. Its author will be the member who granted access.
    const author = metadata.urn === undefined ? undefined : readAuthorUrn(metadata);
    const request = { method: "GET", baseUrl, path: "/v2/userinfo", effect: "read" } as const;
    const answer = await callNetwork(context, request);
    if (answer.status === 403 && !isTokenRefused(answer)) return {};
    if (!answer.ok) throw toNetworkError(answer, context.clock.now());
    const { sub, name } = parseSuccessBody(answer, member, "the professional network (LinkedIn)");
    const owner = `${PERSON}${sub}`;
    if (author?.startsWith(PERSON) && author !== owner) {
      throw new AdapterValidationError(
        `The token belongs to ${owner}, but the connection's metadata.urn is ${author}.`,
        { nextStep: `Set metadata.urn to ${owner}, or store the token of the other member.` },
      );
    }
    const urn = author === undefined ? { metadata: { urn: owner } } : {};
    return { account: name || owner, account_id: sub, ...urn };
  });
}
