import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { connectionCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { tracker } from "./provider.ts";
import { callTracker, TRACKER_REQUEST_ID } from "./tracker-client.ts";
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
  return connectionCheck({
    word: "tracker",
    description: "Asks the issue tracker (Linear) who owns the token; changes nothing.",
    credential: { use: "required", kinds: ["tracker"] },
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: TRACKER_REQUEST_ID },
    async test(context) {
      const operation = { document: IDENTITY, effect: "read", data: identity } as const;
      const { viewer, organization } = await callTracker(context, baseUrl, operation);
      const who = viewer.name || viewer.email || viewer.id;
      return {
        account: [who, organization?.urlKey].filter(Boolean).join(" @ "),
        ...(viewer.id ? { account_id: viewer.id } : {}),
      };
    },
  });
}
