import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "lin_api_benchmark";
const teamId = "9cfb482a-81e3-4154-b5b9-2c805e70a02d";
const id = "6f1c0b1e-81e3-4154-b5b9-2c805e70a02d";
const title = "The build is red";

export const tracker: ProviderBench = {
  sdk: "@linear/sdk",
  answers: {
    "POST /graphql": json({
      data: {
        issueCreate: {
          success: true,
          lastSyncId: 123,
          issue: {
            id,
            identifier: "ENG-42",
            title,
            url: "https://linear.app/acme/issue/ENG-42/the-build-is-red",
            priority: 2,
            createdAt: "2026-01-01T10:00:00.000Z",
            team: { id: teamId, key: "ENG" },
            state: { name: "Todo" },
          },
        },
      },
    }),
  },
  endpoints: (url) => ({ tracker: { baseUrl: `${url}/graphql` } }),
  kind: "tracker",
  token,
  tool: "tracker_create_issue",
  args: { team_id: teamId, title, priority: "high" },
  async sdkCall(url) {
    const { LinearClient } = await import("@linear/sdk");
    const client = new LinearClient({ apiKey: token, apiUrl: `${url}/graphql` });
    return async () => {
      const payload = await client.createIssue({ teamId, title, priority: 2 });
      if (!payload.success) throw new Error("no success");
      expectId(payload.issueId);
    };
  },
};
