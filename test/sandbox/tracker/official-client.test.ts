import {
  InvalidInputLinearError,
  LinearClient,
  NetworkLinearError,
  RatelimitedLinearError,
} from "@linear/sdk";
import { trackerRateLimited, trackerUnavailable } from "@plumbline/sandbox/tracker/failures.ts";
import { sampleApiKey, sampleIds, sampleOauthToken } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { startTracker, type TrackerServer } from "@plumbline/sandbox/tracker/tracker.ts";
import { afterEach, beforeEach, expect, it } from "vitest";

let tracker: TrackerServer;

beforeEach(async () => {
  tracker = await startTracker();
});

afterEach(() => tracker.close());

const client = () => new LinearClient({ apiKey: sampleApiKey, apiUrl: tracker.graphqlUrl });

it("the provider's own client finds a team, a person and a label, and creates an issue", async () => {
  const linear = client();
  const team = (await linear.teams({ filter: { key: { eq: "ENG" } } })).nodes[0];
  const assignee = (await linear.users({ filter: { email: { eq: "grace@example.com" } } })).nodes[0];
  const labels = await linear.issueLabels({ filter: { name: { eqIgnoreCase: "bug" } } });
  const payload = await linear.createIssue({
    teamId: team?.id ?? "",
    title: "Login fails",
    priority: 2,
    assigneeId: assignee?.id ?? null,
    labelIds: labels.nodes.map(({ id }) => id),
  });
  expect(payload.success).toBe(true);
  const issue = await payload.issue;
  expect(issue).toMatchObject({
    identifier: "ENG-1",
    title: "Login fails",
    priority: 2,
    labelIds: [sampleIds.bug],
  });
  expect((await issue?.assignee)?.email).toBe("grace@example.com");
  expect((await linear.viewer).name).toBe("Ada");
});

it("the provider's own client with an OAuth token", async () => {
  const linear = new LinearClient({ accessToken: sampleOauthToken, apiUrl: tracker.graphqlUrl });
  expect((await linear.viewer).name).toBe("Grace");
});

it("the provider's own client reads refusals, limits and outages", async () => {
  const input = { teamId: sampleIds.ada, title: "T" };
  await expect(client().createIssue(input)).rejects.toBeInstanceOf(InvalidInputLinearError);
  tracker.script("", trackerRateLimited({ requests: 1_770_000_000_000 }), trackerUnavailable());
  const limited = client().createIssue(input);
  await expect(limited).rejects.toBeInstanceOf(RatelimitedLinearError);
  await expect(limited).rejects.toMatchObject({ requestsResetAt: 1_770_000_000_000, requestsRemaining: 0 });
  await expect(client().createIssue(input)).rejects.toBeInstanceOf(NetworkLinearError);
});
