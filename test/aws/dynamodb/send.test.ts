import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { describe, expect, it, vi } from "vitest";
import { send, sendConditional } from "../../../packages/aws/dynamodb/send.ts";

const detail = { message: "m", $metadata: {} };
const failedCondition = new ConditionalCheckFailedException(detail);
const wrong = new DynamoDBServiceException({ ...detail, name: "ValidationException", $fault: "client" });

describe("send", () => {
  it.each([
    ["a network failure", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
    ["a time-out", Object.assign(new Error("timed out"), { name: "TimeoutError" })],
    ["throttling", new ProvisionedThroughputExceededException(detail)],
    [
      "throttling by rate",
      new DynamoDBServiceException({ ...detail, name: "ThrottlingException", $fault: "client" }),
    ],
    ["a 5xx", new DynamoDBServiceException({ ...detail, name: "InternalServerError", $fault: "server" })],
    ["a missing table", new ResourceNotFoundException(detail)],
  ])("calls %s unavailable, and keeps its cause", async (_name, error) => {
    await expect(send(Promise.reject(error))).rejects.toMatchObject({
      name: "ServiceError",
      code: "unavailable",
      cause: error,
    });
  });

  it.each([
    ["a request that is wrong", wrong],
    ["a failed condition", failedCondition],
  ])("passes %s on as it is", async (_name, error) => {
    await expect(send(Promise.reject(error))).rejects.toBe(error);
  });
});

describe("sendConditional", () => {
  it("answers whether the condition held", async () => {
    expect(await sendConditional(Promise.resolve({}))).toBe(true);
    expect(await sendConditional(Promise.reject(failedCondition))).toBe(false);
    await expect(sendConditional(Promise.reject(wrong))).rejects.toBe(wrong);
  });
});

describe("createDynamoClient", () => {
  it("makes three attempts", async () => {
    vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
    const client = createDynamoClient({ region: "eu-central-1" });
    expect(await client.config.maxAttempts()).toBe(3);
    vi.unstubAllEnvs();
  });
});
