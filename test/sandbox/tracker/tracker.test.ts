import {
  InvalidInputLinearError,
  LinearClient,
  NetworkLinearError,
  RatelimitedLinearError,
} from "@linear/sdk";
import { trackerRateLimited, trackerUnavailable } from "@plumbline/sandbox/tracker/failures.ts";
import { sampleApiKey, sampleIds, sampleOauthToken } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { startTracker } from "@plumbline/sandbox/tracker/tracker.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const tracker = startedForEach(startTracker);

async function ask(query: string, variables: Record<string, unknown> = {}, authorization = sampleApiKey) {
  const response = await request(tracker.graphqlUrl, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.statusCode, headers: response.headers, body: await response.body.json() };
}

const data = async (query: string, variables?: Record<string, unknown>) => (await ask(query, variables)).body;

describe("a document", () => {
  it("answers what was selected: aliases, fragments, arguments in line", async () => {
    const query = `
      # the first operation counts
      query Q($with: Boolean! = true, $key: String) {
        mine: viewer { ...Person }
        teams(filter: { or: [{ key: { eq: $key } }, { name: { in: ["Operations"] } }] }, first: 2) {
          nodes { key ... on Team { name nonsense } }
          pageInfo { hasNextPage }
        }
        organization @include(if: $with) { urlKey }
        user(id: "nobody") @skip(if: $with) { id }
      }
      fragment Person on User { __typename name }`;
    expect(await data(query, { with: true, key: "ENG" })).toEqual({
      data: {
        mine: { __typename: "User", name: "Ada" },
        teams: {
          nodes: [
            { key: "ENG", name: "Engineering", nonsense: null },
            { key: "OPS", name: "Operations", nonsense: null },
          ],
          pageInfo: { hasNextPage: false },
        },
        organization: { urlKey: "sandbox" },
      },
    });
  });

  it("pages, the second page after the first one's cursor", async () => {
    const query =
      "query ($after: String) { users(first: 1, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }";
    const endCursor = sampleIds.ada;
    expect(await data(query)).toEqual({
      data: { users: { nodes: [{ name: "Ada" }], pageInfo: { hasNextPage: true, endCursor } } },
    });
    expect(await data(query, { after: endCursor })).toMatchObject({
      data: { users: { nodes: [{ name: "Grace" }], pageInfo: { hasNextPage: false } } },
    });
  });

  it.each([
    ["nothing", "", "the document holds no operation"],
    ["one that is not closed", "{ viewer { id }", "Syntax Error: Unexpected <EOF>."],
    ["a field there is not", "{ cycles { nodes { id } } }", 'Cannot query field "cycles" on type "Query".'],
  ])("is refused: %s", async (_what, query, message) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ message, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
      data: null,
    });
  });
});

describe("a new issue", () => {
  const create = (input: Record<string, unknown>) =>
    ask(
      "mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { identifier } } }",
      {
        input: { teamId: sampleIds.operations, title: "T", ...input },
      },
    );

  it("counts within its team", async () => {
    await create({ teamId: sampleIds.engineering });
    await create({});
    const { status, headers, body } = await create({});
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "x-request-id": "sandbox-3", "x-ratelimit-requests-remaining": "4997" });
    expect(body).toEqual({ data: { issueCreate: { success: true, issue: { identifier: "OPS-2" } } } });
  });

  it("under an id that is taken is refused, and not made", async () => {
    const id = "0f0f0f0f-0000-4000-8000-000000000001";
    await create({ id });
    expect((await create({ id })).body).toMatchObject({
      errors: [
        {
          message: "conflict on insert of Issue",
          extensions: { userPresentableMessage: `Entity Issue with id ${id} already exists.` },
        },
      ],
    });
    expect(tracker.workspace.issues).toHaveLength(1);
  });

  it.each([
    ["without a team", { teamId: null }, 400, 'Field "teamId" of required type "String!" was not provided.'],
    [
      "with a field there is not",
      { owner: "x" },
      400,
      'Field "owner" is not defined by type "IssueCreateInput".',
    ],
    [
      "with a field that every object has",
      { toString: "x" },
      400,
      'Field "toString" is not defined by type "IssueCreateInput".',
    ],
    [
      "with a priority in words",
      { priority: "high" },
      400,
      'Variable "$input" got an invalid value at "input.priority".',
    ],
    ["of an unknown team", { teamId: "ENG" }, 200, "Entity not found: Team"],
    ["without a title", { title: " " }, 200, "Argument Validation Error"],
    ["under an id that is no UUID v4", { id: "1" }, 200, "Argument Validation Error"],
    ["with another team's label", { labelIds: [sampleIds.areaLogin] }, 200, "Argument Validation Error"],
  ])("%s is refused", async (_what, input, status, message) => {
    const answer = await create(input);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errors: [{ message }], data: null });
    expect(tracker.workspace.issues).toEqual([]);
  });
});

it.each([
  ["no token it knows", "lin_api_nobody", 401],
  ["an API key behind Bearer", `Bearer ${sampleApiKey}`, 400],
  ["an OAuth token that stands alone", sampleOauthToken, 401],
])("lets nobody in with %s", async (_what, authorization, status) => {
  expect((await ask("{ viewer { id } }", {}, authorization)).status).toBe(status);
});

describe("official client", () => {
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
});
