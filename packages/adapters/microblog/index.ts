import * as z from "zod";
import { optionalText } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { openAuthorization } from "./authorization.ts";
import { callMicroblog } from "./microblog-client.ts";
import { microblog } from "./provider.ts";
import { socialPostMicroblog } from "./social-post-microblog.ts";

export const microblogAdapter = defineAdapter({
  providers: [microblog],
  tools: ({ endpoints: { microblog }, destination }) => [socialPostMicroblog(microblog, destination)],
  connectionChecks: ({ endpoints: { microblog } }) => [createConnectionCheck(microblog.baseUrl)],
});

/** The account. Any of the three fields identifies it. */
const me = z.object({
  data: z
    .object({ username: optionalText, name: optionalText, id: optionalText })
    .refine(({ username, name, id }) => Boolean(username || name || id)),
});

/** Tests a microblog credential by reading its account. */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  const nextSteps = { 403: "Reconnect the microblog account (X) with the scopes tweet.read and users.read." };
  return accountCheck(microblog, baseUrl, async (context) => {
    const call = {
      method: "GET",
      baseUrl,
      path: "2/users/me",
      effect: "read",
      answer: me,
      nextSteps,
    } as const;
    const { data } = await callMicroblog(context, await openAuthorization(context), call);
    const { username, name, id } = data;
    return { account: username ? `@${username}` : name || (id ?? ""), ...(id ? { account_id: id } : {}) };
  });
}
