import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import { optionalText } from "../answer-fields.ts";
import type { ConnectionCheck } from "../define-adapter.ts";
import { openAuthorization } from "./authorization.ts";
import { callMicroblog, MICROBLOG_REQUEST_ID } from "./microblog-client.ts";

/** One of the three names the account. */
const me = z.object({
  data: z
    .object({ username: optionalText, name: optionalText, id: optionalText })
    .refine(({ username, name, id }) => Boolean(username || name || id)),
});

/** Testing a microblog credential: whose it is. */
export function microblogConnection(baseUrl: string): ConnectionCheck {
  const kinds = ["microblog"] as const;
  return {
    kinds,
    test: defineTool({
      name: "credential_test:microblog",
      description: "Asks the microblog (X) who owns the token; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string(), account_id: z.string().optional() }),
      credential: { use: "required", kinds },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: MICROBLOG_REQUEST_ID },
      reads: "own",
      async run(_input, context) {
        const { data } = await callMicroblog(context, await openAuthorization(context), {
          method: "GET",
          baseUrl,
          path: "2/users/me",
          effect: "read",
          answer: me,
          nextSteps: {
            403: "Reconnect the microblog account (X) with the scopes tweet.read and users.read.",
          },
        });
        const { username, name, id } = data;
        return { account: username ? `@${username}` : name || (id ?? ""), ...(id ? { account_id: id } : {}) };
      },
    }),
  };
}
