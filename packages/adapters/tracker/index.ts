import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { tracker } from "./provider.ts";
import { callTracker } from "./tracker-client.ts";
import { trackerCreateIssue } from "./tracker-create-issue.ts";

export const trackerAdapter = defineAdapter({
  providers: [tracker],
  tools: ({ endpoints: { tracker } }) => [trackerCreateIssue(tracker.baseUrl)],
  connectionChecks: ({ endpoints: { tracker } }) => [createConnectionCheck(tracker.baseUrl)],
});

const IDENTITY = "query { viewer { id name email } organization { urlKey } }";
const identity = z.object({
  viewer: z
    .object({ id: optionalText, name: optionalText, email: optionalText })
    .refine(({ id, name, email }) => Boolean(id || name || email)),
  organization: toOptionalField(z.object({ urlKey: optionalText })),
});

/** Tests an issue tracker token by reading its user and workspace. */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  return accountCheck(tracker, baseUrl, async (context) => {
    const operation = { document: IDENTITY, effect: "read", data: identity } as const;
    const { viewer, organization } = await callTracker(context, baseUrl, operation);
    const who = viewer.name || viewer.email || viewer.id;
    return {
      account: [who, organization?.urlKey].filter(Boolean).join(" @ "),
      ...(viewer.id ? { account_id: viewer.id } : {}),
    };
  });
}
