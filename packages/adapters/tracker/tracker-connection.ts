import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import type { ConnectionCheck } from "../define-adapter.ts";
import { askTracker, TRACKER_REQUEST_ID } from "./tracker-client.ts";

const IDENTITY = "query { viewer { id name email } organization { urlKey } }";
const identity = z.object({
  viewer: z
    .object({ id: optionalText, name: optionalText, email: optionalText })
    .refine(({ id, name, email }) => Boolean(id || name || email)),
  organization: optionalField(z.object({ urlKey: optionalText })),
});

/** Testing an issue tracker token: whose it is, in which workspace. */
export function trackerConnection(baseUrl: string): ConnectionCheck {
  const kinds = ["tracker"] as const;
  return {
    kinds,
    test: defineTool({
      name: "credential_test:tracker",
      description: "Asks the issue tracker (Linear) who owns the token; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string(), account_id: z.string().optional() }),
      credential: { use: "required", kinds },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: TRACKER_REQUEST_ID },
      reads: "own",
      async run(_input, context) {
        const operation = { document: IDENTITY, effect: "read", data: identity } as const;
        const { viewer, organization } = await askTracker(context, baseUrl, operation);
        const who = viewer.name || viewer.email || viewer.id;
        return {
          account: [who, organization?.urlKey].filter(Boolean).join(" @ "),
          ...(viewer.id ? { account_id: viewer.id } : {}),
        };
      },
    }),
  };
}
