import * as z from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import type { ConnectionCheck } from "../connection-check.ts";
import { openAuthorization } from "./authorization.ts";
import { callMicroblog, MICROBLOG_REQUEST_ID } from "./microblog-client.ts";

const me = z.looseObject({ data: z.looseObject({ username: z.string().min(1) }) });

/** Testing a microblog credential: whose it is. */
export function microblogConnection(baseUrl: string): ConnectionCheck {
  const kinds = ["microblog"] as const;
  return {
    kinds,
    test: defineTool({
      name: "credential_test:microblog",
      description: "Asks the microblog whom the token belongs to; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string() }),
      credential: { use: "required", kinds },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: MICROBLOG_REQUEST_ID },
      async run(_input, context) {
        const { data } = await callMicroblog(context, await openAuthorization(context), {
          method: "GET",
          baseUrl,
          path: "2/users/me",
          effect: "read",
          answer: me,
          nextSteps: { 403: "Reconnect the microblog account with the scopes tweet.read and users.read." },
        });
        return { account: `@${data.username}` };
      },
    }),
  };
}
