import { readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { allRoutes, OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { metricsRoutes } from "@plumbline/http/endpoints/metrics.ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTypescript, { astToString } from "openapi-typescript";
import { describe, expect, test } from "vitest";
import { describeApi } from "../../../packages/http/openapi/describe-api.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";

const URL = "https://plumbline.example";
const document = describeApi(URL, OPERATIONS);
const written = JSON.stringify(document);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe("the operations", () => {
  test("are those of the routes, one for one, each told as it is served", async () => {
    const { service, metrics, close } = await startServiceUnderTest();
    const routes = [...allRoutes(service), ...metricsRoutes(metrics), ...readinessRoutes(async () => [])];
    const served = routes.map(({ handle: _handle, ...operation }) => operation);
    await close();
    const inOrder = (some: readonly { id: string }[]) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder(served)).toEqual(inOrder(OPERATIONS));
  });

  test("have ids of their own, fit to be names of functions", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
  });

  test("say what they are for, in one line without a full stop and then in sentences", () => {
    for (const { summary, description, tags } of operations) {
      expect(summary).toMatch(/^[A-Z][^\n]{5,80}[^.\n]$/);
      expect(description).toMatch(/\.$/);
      expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
    }
  });
});

describe("the document", () => {
  test("is the same each time", () => {
    expect(JSON.stringify(describeApi(URL, OPERATIONS))).toBe(written);
  });

  test("is valid OpenAPI 3.1, by a linter that knows it", async () => {
    const rules = {
      struct: "error",
      "no-unresolved-refs": "error",
      "no-invalid-media-type-examples": "error",
      "operation-operationId-unique": "error",
      "operation-parameters-unique": "error",
      "path-parameters-defined": "error",
      "path-declaration-must-exist": "error",
      "security-defined": "error",
    } as const;
    const problems = await lintFromString({ source: written, config: await createConfig({ rules }) });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test("becomes types of TypeScript with everything in them", async () => {
    const types = astToString(await openapiTypescript(written));
    for (const { operationId } of operations) expect(types).toContain(`${operationId}: {`);
    for (const name of Object.keys(document.components.schemas)) expect(types).toContain(`        ${name}: `);
  });

  test("says who may call each operation", () => {
    const needs = Object.fromEntries(operations.map(({ operationId, security }) => [operationId, security]));
    expect(needs).toMatchObject({
      createCredential: [{ tenantKey: ["credentials:write"] }],
      createTenant: [{ operatorKey: [] }],
      postMcp: [{ tenantKey: [] }],
      getHealth: [],
    });
    for (const access of Object.values(needs).flat().flatMap(Object.keys))
      expect(Object.keys(document.components.securitySchemes)).toContain(access);
  });

  test("takes secrets and gives none out", () => {
    const { CreateCredential, ChangeCredential, Credential, RevokedCredential } = document.components.schemas;
    for (const schema of [CreateCredential, ChangeCredential]) {
      expect(schema).toHaveProperty("properties.token.writeOnly", true);
      expect(JSON.stringify(schema).match(/"writeOnly":true/g)).toHaveLength(2);
    }
    expect(JSON.stringify([Credential, RevokedCredential])).not.toMatch(/cipher|"token|refresh_token/);
    expect(written).not.toContain('"secret":true');
  });

  test("lets be left out what has a default, and refuses what it does not name", () => {
    const { CreateCredential, RunRequest } = document.components.schemas;
    expect(CreateCredential).toMatchObject({
      required: ["kind", "label", "token"],
      additionalProperties: false,
      properties: { scope: { default: "", maxLength: 4096 } },
    });
    expect(RunRequest).toMatchObject({
      required: ["messages"],
      additionalProperties: false,
      properties: { max_steps: { default: 8, minimum: 1, maximum: 20 } },
    });
    const list = document.paths["/api/v1/credentials"]?.get?.parameters;
    expect(list).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      description: expect.any(String),
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    });
  });

  test("leaves room in answers for fields to come", () => {
    for (const name of ["Credential", "Problem", "DispatchSuccess", "ResearchOutcome"])
      expect(document.components.schemas[name]).not.toHaveProperty("additionalProperties");
  });

  test("tells what the events of a stream hold", () => {
    const answer = document.paths["/api/v1/agent/stream"]?.post?.responses["200"];
    expect(answer?.content).toEqual({
      "text/event-stream": {
        "x-item-schema": {
          anyOf: [
            { $ref: "#/components/schemas/StreamChunk" },
            { $ref: "#/components/schemas/UiMessagePart" },
          ],
        },
      },
    });
  });
});

test("a name that would stand for two things is refused", async () => {
  const [first] = OPERATIONS;
  if (!first?.body) throw new Error("The first operation has no body.");
  const answers = { 200: { description: "", content: { "application/json": first.body } } };
  expect(() => describeApi(URL, [{ ...first, answers }])).toThrow(/CompletionRequest.*give each a name/);
});
