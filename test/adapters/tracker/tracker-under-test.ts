import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { sampleApiKey } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { startTracker, type TrackerServer } from "@plumbline/sandbox/tracker/tracker.ts";
import type { TrackerWorkspace } from "@plumbline/sandbox/tracker/workspace.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The sandbox issue tracker, a service that speaks to it, and a tenant connected with a personal API key. */
export interface TrackerUnderTest extends AdapterUnderTest {
  tracker: TrackerServer;
  credentialId: string;
  /** Stores another token of the tracker and answers the credential's id. */
  connectToken(token: string, metadata?: Record<string, unknown>): Promise<string>;
  create(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Counts the requests to the tracker that create an issue. */
  creates(): number;
}

/** A team that needs no look-up. */
export const ENGINEERING = "b2b2b2b2-0000-4000-8000-000000000001";

export async function startTrackerUnderTest(workspace?: TrackerWorkspace): Promise<TrackerUnderTest> {
  const tracker = await startTracker(workspace && { workspace });
  const under = await startAdapterUnderTest({ endpoints: { tracker: { baseUrl: tracker.graphqlUrl } } });
  const connectToken = (token: string, metadata: Record<string, unknown> = {}) =>
    under.connect({ kind: "tracker", label: JSON.stringify({ token, metadata }), token, metadata });
  const credentialId = await connectToken(sampleApiKey);
  return {
    ...under,
    tracker,
    credentialId,
    connectToken,
    create: (args = {}, options = {}) =>
      under.call(
        "tracker_create_issue",
        { credential_id: credentialId, team_id: ENGINEERING, title: "Login fails", ...args },
        options,
      ),
    creates: () => tracker.requests.filter(({ text }) => text.includes("issueCreate")).length,
    async close() {
      await tracker.close();
      await under.close();
    },
  };
}
