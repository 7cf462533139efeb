import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TOOL_DESCRIPTIONS } from "../../packages/http/openapi/built/tool-descriptions.ts";
import { describeApi } from "../../packages/http/openapi/describe-api.ts";
import { isKnownException, isRefusedOrCorrectedCall } from "./openapi/known-exceptions.ts";
import type { MadeCase } from "./openapi/made-case.ts";
import { runSchemathesis, type SchemathesisRun } from "./openapi/schemathesis.ts";

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "positive_data_acceptance",
  "unsupported_method",
  "ignored_auth",
];

let sandbox: Sandbox;
let folder: string;
let server: LocalServer;
let runs: SchemathesisRun[];
let cases: MadeCase[];
const logged: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), "plumbline-openapi-"));
  const settings = {
    ...sandbox.settings,
    ...sandbox.modelSettings("truthful"),
    DATA_DIR: folder,
    PORT: "0",
    EGRESS_ALLOW: `127.0.0.1:${sandbox.webhook.port},127.0.0.1:${sandbox.feeds.port}`,
    // Thousands of requests come in a minute or two.
    REQUESTS_PER_MINUTE: "1000000",
    ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
  };
  server = await startLocalServer(settings, { logSink: (line) => logged.push(line) });
  const keyIn = async (file: string) => (await readFile(join(folder, file), "utf8")).trim();
  const target = {
    url: server.url,
    tenantKey: await keyIn("dev-api-key"),
    operatorKey: await keyIn("operator-key"),
  };
  // The operator's operations last: they delete the tenant whose key the others need.
  runs = [
    // A policy of its making would limit or forbid all that follows: test/http/policy sets policies.
    await runSchemathesis(target, [
      "--exclude-tag=Tenants",
      "--exclude-tag=Each tool",
      "--exclude-operation-id=putPolicy",
    ]),
    await runSchemathesis(target, ["--include-tag=Each tool"]),
    await runSchemathesis(target, ["--include-tag=Tenants"]),
  ];
  cases = runs.flatMap((run) => run.cases);
}, 1_200_000);

afterAll(async () => {
  await server?.close();
  await sandbox?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test("2,000 requests were made, right ones and wrong ones, and each was answered", () => {
  expect(runs.map(({ complete, errors }) => ({ complete, errors }))).toEqual(
    runs.map(() => ({ complete: true, errors: [] })),
  );
  expect(cases.length).toBeGreaterThanOrEqual(2_000);
  expect(cases.length).toBe(runs.reduce((sum, { test_cases }) => sum + test_cases.generated, 0));
  for (const mode of ["positive", "negative"])
    expect(cases.filter((made) => made.mode === mode).length).toBeGreaterThanOrEqual(500);
});

test("every operation was asked and did its work", () => {
  const operations = Object.entries(describeApi(server.url, OPERATIONS, TOOL_DESCRIPTIONS).paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const done = cases.filter(({ status = 0 }) => status >= 200 && status < 300);
  const worked = new Set(done.map(({ operation }) => operation));
  // schemathesis reads the description and leaves its own path out.
  // A watch needs a feed that answers, whose address it does not know: test/http/openapi begins one.
  const idle = operations.filter((operation) => !worked.has(operation));
  // A conversation has to be begun: test/http/conversations and chats read and delete some.
  // The pages of a connect need a link or a state that is not guessed: test/connections leads through them.
  // So does taking a connect back. A key is found with its own tenant alone, and no chains of calls are made:
  // test/http/key-grants and tenants rotate and revoke some. Approvals need a call that waits, and a key that
  // may decide. A visit begins with a real key, and a file of the console has a name that nobody guesses:
  // test/http/console and test/peers/console. A mail has to be there: test/http/mail-part reads one.
  const ledElsewhere =
    / (\/api\/v1\/(watches|approvals|allowances)|\/api\/v1\/credentials\/\{id\}\/mail|\/api\/v1\/agent\/runs\/\{id\}|\/api\/v1\/connections\/\{kind\}\/\{id\}|\/api\/v1\/(conversations|chats)\/\{id\}|\/api\/v1\/tenants\/\{id\}\/keys\/\{key_id\}|\/approve|\/connect|\/oauth)(\/|$)/;
  expect(idle.filter((operation) => !ledElsewhere.test(operation))).toEqual([
    "POST /api/v1/visit",
    "PUT /api/v1/policy",
    "GET /openapi.json",
    "GET /console/{file}",
  ]);
});

test("every check was made", () => {
  const made = new Set(cases.flatMap(({ checks }) => checks));
  expect(CHECKS.filter((check) => !made.has(check))).toEqual([]);
});

/**
 * Of a stream schemathesis checks all but its events, which OpenAPI 3.1 has no schema for: test/http/openapi
 * holds those against the description.
 */
test("every answer is as described, and the right requests are taken and the wrong ones refused", () => {
  const findings = cases.flatMap((made) =>
    made.failed
      .filter(({ check }) => check !== "positive_data_acceptance" || !isKnownException(made))
      .filter(({ check }) => check !== "negative_data_rejection" || !isRefusedOrCorrectedCall(made))
      .map(({ check, message }) => [
        `${made.operation} ${made.status} ${check}: ${message}`,
        made.uri.slice(0, 500),
        made.text.slice(0, 500),
      ]),
  );
  expect(findings).toEqual([]);
});

test("nothing failed within", () => {
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  const failed = cases.filter(({ status = 500 }) => status >= 500);
  expect(failed.map(({ operation, status, text }) => [operation, status, text])).toEqual([]);
});
