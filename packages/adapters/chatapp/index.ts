import { defineAdapter } from "../define-adapter.ts";
import { chatappConnection } from "./chatapp-connection.ts";
import { chatappDm } from "./chatapp-dm.ts";
import { chatappPostChannel } from "./chatapp-post-channel.ts";
import { chatapp } from "./provider.ts";

export const chatappAdapter = defineAdapter({
  providers: [chatapp],
  tools: ({ endpoints: { chatapp } }) => [chatappDm(chatapp.baseUrl), chatappPostChannel(chatapp.baseUrl)],
  connectionChecks: ({ endpoints: { chatapp } }) => [chatappConnection(chatapp.baseUrl)],
});
