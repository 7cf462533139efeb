import { readFile } from "node:fs/promises";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import { metricsRoutes, readinessRoutes } from "@plumbline/http/endpoints/health.ts";
import { createRoutes, OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { createDescribedTools } from "@plumbline/service/docs/described-tools.ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTypescript, { astToString } from "openapi-typescript";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TOOL_DESCRIPTIONS } from "../../../packages/http/openapi/built/tool-descriptions.ts";
import { describeApi } from "../../../packages/http/openapi/describe-api.ts";
import { generateToolDescriptions } from "../../../packages/http/openapi/generate-docs.ts";
import type { OperationObject } from "../../../packages/http/openapi/open-api-document.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { responseIn } from "./answer-checker.ts";

const URL = "https://plumbline.example";
const document = describeApi(URL, OPERATIONS, TOOL_DESCRIPTIONS);
const written = JSON.stringify(document);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

function bodyOf(operation: OperationObject | undefined): { properties: Record<string, unknown> } {
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  return { properties: {}, ...schema };
}

describe("the operations", () => {
  test("are those of the routes, one for one, each told as it is served", async () => {
    const { service, metrics, close } = await startServiceUnderTest();
    const routes = [...createRoutes(service), ...metricsRoutes(metrics), ...readinessRoutes(async () => [])];
    const served = routes.map(({ handle: _handle, ...operation }) => operation);
    await close();
    const inOrder = (some: readonly { id: string }[]) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder(served)).toEqual(inOrder(OPERATIONS));
  });

  test("have ids of their own, fit to be names of functions", async () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const [own, ofTools] = [ids.slice(0, OPERATIONS.length), ids.slice(OPERATIONS.length)];
    for (const id of own) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(ofTools).toEqual((await createDescribedTools()).map(({ name }) => toModelName(name)));
  });

  test("name the parameter that gets the next page", () => {
    for (const { id, query, answers } of OPERATIONS) {
      const page = answers()[200]?.content?.["application/json"];
      const next = page instanceof z.ZodObject ? page.shape.next_cursor?.description : undefined;
      const parameter = ["after", "cursor"].find((name) => query && name in query.shape);
      if (next?.startsWith("Send it as") && parameter)
        expect([id, next]).toEqual([id, expect.stringContaining(`\`${parameter}\``)]);
    }
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
    expect(JSON.stringify(describeApi(URL, OPERATIONS, TOOL_DESCRIPTIONS))).toBe(written);
  });

  test("is valid OpenAPI 3.1, and a linter that knows it has nothing to warn of", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        // Two forms of pages answer with a redirect alone.
        "operation-2xx-response": "off",
        // Events of a stream are named by x-item-schema, which the linter does not read.
        "no-unused-components": "off",
        // By itself it forbids what a schema of two parts says in its other part.
        "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true },
        "operation-parameters-unique": "error",
      },
    });
    const problems = await lintFromString({ source: written, config });
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

  test("says a refusal of several operations once", () => {
    const texts = Object.values(document.components.responses).map((one) => JSON.stringify(one));
    expect(new Set(texts).size).toBe(texts.length);
    const own = operations.flatMap(({ responses }) => Object.values(responses));
    const refusals = own.filter((one) => {
      const types = "$ref" in one ? [] : Object.keys(one.content ?? {});
      return types.join() === "application/problem+json";
    });
    const said = [...texts, ...refusals.map((one) => JSON.stringify(one))];
    expect(new Set(said).size).toBe(said.length);
    for (const one of own) if ("$ref" in one) expect(responseIn(document, one)).toBeDefined();
  });

  test("has an operation for each tool, with the schemas of its arguments and its two ends", () => {
    const call = document.paths["/api/v1/tools/social_post__microblog"]?.post;
    const { arguments: own, ...beside } = bodyOf(call).properties;
    expect(own).toEqual({ $ref: "#/components/schemas/SocialPostMicroblogArguments" });
    expect(Object.keys(beside)).toEqual(["approval_id", "allow_destinations"]);
    expect(call?.parameters?.map(({ name }) => name)).toEqual([
      "idempotency-key",
      "x-conversation-id",
      "x-run-id",
    ]);
    expect(call?.responses[200]).toHaveProperty("content.application/json.schema.oneOf", [
      { $ref: "#/components/schemas/SocialPostMicroblogSuccess" },
      { $ref: "#/components/schemas/DispatchFailure" },
    ]);
    const any = document.paths["/api/v1/tools/{name}"]?.post;
    expect(call?.responses[403]).toEqual(any?.responses[403]);
    const { SocialPostMicroblogArguments: args, SocialPostMicroblogSuccess: success } =
      document.components.schemas;
    expect(args).toMatchObject({ required: ["text"], additionalProperties: false });
    expect(success).toMatchObject({ properties: { ok: { const: true } } });
    expect(document.components.schemas.DispatchFailure).toMatchObject({
      properties: { ok: { const: false } },
    });
    const watch = document.paths["/api/v1/tools/watch_stop"]?.post?.security;
    expect(watch).toEqual([{ tenantKey: ["tools:call", "watches:write"] }]);
  });

  test("names each schema behind those that it names itself", () => {
    const names = Object.keys(document.components.schemas);
    for (const [name, schema] of Object.entries(document.components.schemas))
      for (const [, named = ""] of JSON.stringify(schema).matchAll(/schemas\/(\w+)/g))
        expect([name, names.indexOf(named)]).toEqual([
          name,
          expect.toSatisfy((at) => at < names.indexOf(name)),
        ]);
  });

  test("leaves room in answers for fields to come", () => {
    for (const name of ["Credential", "Problem", "DispatchSuccess", "ResearchOutcome"])
      expect(document.components.schemas[name]).not.toHaveProperty("additionalProperties");
  });

  test("tells what the events of a stream hold", () => {
    const answer = document.paths["/api/v1/agent/stream"]?.post?.responses["200"];
    expect(answer).toHaveProperty("content", {
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

test("the descriptions of tools are those of their definitions; if not: npm run generate:docs", async () => {
  const path = "packages/http/openapi/built/tool-descriptions.ts";
  expect(await readFile(path, "utf8")).toBe(await generateToolDescriptions());
});

test("a name that would stand for two things is refused", async () => {
  const [first] = OPERATIONS;
  const { body } = first ?? {};
  if (!first || !body) throw new Error("The first operation has no body.");
  const answers = () => ({
    200: { description: "", content: { "application/json": body } },
  });
  expect(() => describeApi(URL, [{ ...first, answers }])).toThrow(
    /CompletionRequest.*give each its own name/,
  );
});
