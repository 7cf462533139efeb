import { defineAdapter } from "../define-adapter.ts";
import { networkConnection } from "./network-connection.ts";
import { network } from "./provider.ts";
import { socialPostNetwork } from "./social-post-network.ts";

export const networkAdapter = defineAdapter({
  providers: [network],
  tools: ({ endpoints: { network } }) => [socialPostNetwork(network.baseUrl)],
  connectionChecks: ({ endpoints: { network } }) => [networkConnection(network.baseUrl)],
});
