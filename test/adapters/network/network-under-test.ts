import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type NetworkServer, startNetwork } from "@plumbline/sandbox/network/network.ts";
import { sampleMemberUrn, sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import type { ServiceUnderTestOptions } from "../../support/service-under-test.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The sandbox network, a service that speaks to it, and a tenant with one connection to it. */
export interface NetworkUnderTest extends AdapterUnderTest {
  network: NetworkServer;
  credentialId: string;
  /** Connects the network once more and answers the credential's id. */
  connectNetwork(token: string, urn?: string): Promise<string>;
  post(args?: Record<string, unknown>): Promise<DispatchResult>;
}

export async function startNetworkUnderTest(
  options: Pick<ServiceUnderTestOptions, "clock" | "wrapCredentialStore"> = {},
): Promise<NetworkUnderTest> {
  const network = await startNetwork();
  const endpoints = { network: { baseUrl: network.url } };
  const under = await startAdapterUnderTest({ clock: new ManualClock(), ...options, endpoints });
  const connectNetwork = (token: string, urn = sampleMemberUrn) =>
    under.connect({ kind: "network", label: `${token} as ${urn}`, token, metadata: { urn } });
  return {
    ...under,
    network,
    credentialId: await connectNetwork(sampleNetworkToken),
    connectNetwork,
    post: (args = {}) => under.call("social_post:network", { text: "Hello", ...args }),
    async close() {
      await network.close();
      await under.close();
    },
  };
}
