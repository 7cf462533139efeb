import { defineAdapter } from "../define-adapter.ts";
import { microblogConnection } from "./microblog-connection.ts";
import { microblog } from "./provider.ts";
import { socialPostMicroblog } from "./social-post-microblog.ts";

export const microblogAdapter = defineAdapter({
  providers: [microblog],
  tools: ({ endpoints: { microblog }, destination }) => [socialPostMicroblog(microblog, destination)],
  connectionChecks: ({ endpoints: { microblog } }) => [microblogConnection(microblog.baseUrl)],
});
