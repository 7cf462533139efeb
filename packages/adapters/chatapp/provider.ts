import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

const docs = [{ token: "the provider's token", metadata: "–" }];

export const chatapp = defineProvider({
  word: "chatapp",
  speaksTo: "Slack",
  endpoints: { baseUrl: { setting: "CHATAPP_BASE_URL", baseUrl: "https://slack.com/api/" } },
  kinds: [
    { kind: "chatapp_bot", metadata: z.strictObject({}), docs },
    { kind: "chatapp_user", metadata: z.strictObject({}), docs },
  ],
});
