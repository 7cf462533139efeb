import { createKmsClient, KmsKeyService } from "@plumbline/aws/keys/kms-key-service.ts";
import {
  type KeyContext,
  KeyServiceBusyError,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { json, type Reply, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { kmsError, startKmsServer } from "./kms-server.ts";

const KEY = "arn:aws:kms:eu-central-1:123456789012:key/1";
const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test" };
const context: KeyContext = { tenant_id: "t-1", purpose: "tenant-data", stage: "test" };

let kms: ScriptedServer;
let keys: KmsKeyService;

beforeAll(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  kms = await startKmsServer();
  // One attempt: the SDK's own retries would sleep.
  keys = new KmsKeyService(
    createKmsClient({ endpoint: kms.url, region: "eu-central-1", credentials: CREDENTIALS, maxAttempts: 1 }),
    KEY,
  );
});

afterEach(() => kms.clear());
afterAll(async () => {
  vi.unstubAllEnvs();
  await kms.close();
});

describe("KmsKeyService", () => {
  it("asks for a 256-bit key bound to the whole context", async () => {
    const { plaintext, wrapped } = await keys.generateDataKey(context);
    expect(plaintext).toHaveLength(32);
    expect(Buffer.from(wrapped, "base64").length).toBeGreaterThan(0);
    const [request] = kms.requests;
    expect(request?.headers).toMatchObject({
      "x-amz-target": "TrentService.GenerateDataKey",
      "content-type": "application/x-amz-json-1.1",
    });
    expect(request?.json()).toEqual({ KeyId: KEY, KeySpec: "AES_256", EncryptionContext: context });
  });

  it("unwraps what it wrapped, under the same key and context", async () => {
    const { plaintext, wrapped } = await keys.generateDataKey(context);
    expect(await keys.unwrapDataKey(wrapped, context)).toEqual(plaintext);
    const [, request] = kms.requests;
    expect(request?.headers["x-amz-target"]).toBe("TrentService.Decrypt");
    expect(request?.json()).toEqual({ KeyId: KEY, CiphertextBlob: wrapped, EncryptionContext: context });
  });

  describe("with tenants that have a key of their own", () => {
    const client = () =>
      createKmsClient({
        endpoint: kms.url,
        region: "eu-central-1",
        credentials: CREDENTIALS,
        maxAttempts: 1,
      });
    const own = (has: boolean) =>
      new KmsKeyService(client(), KEY, {
        has: async (id) => has && id === "t-1",
        keyOf: (id) => `alias/own/${id}`,
      });

    it("wraps and unwraps by that one, and all others by the stage's", async () => {
      const { plaintext, wrapped } = await own(true).generateDataKey(context);
      expect(await own(true).unwrapDataKey(wrapped, context)).toEqual(plaintext);
      const other = await own(true).generateDataKey({ ...context, tenant_id: "t-2" });
      await own(true).unwrapDataKey(other.wrapped, { ...context, tenant_id: "t-2" });
      const named = kms.requests.map((request) => (request.json() as { KeyId: string }).KeyId);
      expect(named).toEqual(["alias/own/t-1", "alias/own/t-1", KEY, KEY]);
    });

    it("goes on unwrapping what another key wrapped before", async () => {
      const { plaintext, wrapped } = await own(false).generateDataKey(context);
      expect(await own(true).unwrapDataKey(wrapped, context)).toEqual(plaintext);
    });

    it("says whose key refused", async () => {
      const refusedBy = (tenant_id: string) => own(true).generateDataKey({ ...context, tenant_id });
      const ofTenant = await own(true).generateDataKey(context);
      const ofStage = await keys.generateDataKey(context);
      kms.scriptAlways("", kmsError("DisabledException"));
      await expect(refusedBy("t-1")).rejects.toMatchObject({
        name: "KeyUnavailableError",
        owner: "tenant",
        message: "The key service refuses alias/own/t-1: DisabledException.",
      });
      await expect(refusedBy("t-2")).rejects.toMatchObject({ name: "KeyUnavailableError", owner: "stage" });
      const unwrapped = (wrapped: string) => own(true).unwrapDataKey(wrapped, context);
      await expect(unwrapped(ofTenant.wrapped)).rejects.toMatchObject({ owner: "tenant" });
      await expect(unwrapped(ofStage.wrapped)).rejects.toMatchObject({ owner: "stage" });
    });

    it("is out of reach where no such keys are used", async () => {
      const { wrapped } = await own(true).generateDataKey(context);
      await expect(keys.unwrapDataKey(wrapped, context)).rejects.toThrow(KeyUnavailableError);
    });
  });

  it.each([{ tenant_id: "t-2" }, { stage: "prod" }])("does not unwrap under %o", async (other) => {
    const { wrapped } = await keys.generateDataKey(context);
    await expect(keys.unwrapDataKey(wrapped, { ...context, ...other })).rejects.toThrow(KeyUnavailableError);
  });

  it.each([
    "AccessDeniedException",
    "DisabledException",
    "IncorrectKeyException",
    "InvalidCiphertextException",
    "KMSInvalidStateException",
    "NotFoundException",
  ])("takes %s as final", async (type) => {
    kms.scriptAlways("", kmsError(type));
    const expected = new KeyUnavailableError(`The key service refuses the stage's key: ${type}.`);
    await expect(keys.generateDataKey(context)).rejects.toThrow(expected);
    await expect(keys.unwrapDataKey("AAAA", context)).rejects.toThrow(expected);
  });

  it.each<[string, Reply]>([
    ["ThrottlingException", kmsError("ThrottlingException")],
    ["KeyUnavailableException", kmsError("KeyUnavailableException", 500)],
    ["KMSInternalException", kmsError("KMSInternalException", 500)],
    ["DependencyTimeoutException", kmsError("DependencyTimeoutException", 503)],
    ["a lost connection", resetAfterReading()],
    ["a gateway's page", { status: 502, body: "<html>Bad Gateway</html>" }],
  ])("takes %s as passing", async (_what, reply) => {
    kms.scriptAlways("", reply);
    await expect(keys.generateDataKey(context)).rejects.toThrow(KeyServiceBusyError);
    await expect(keys.unwrapDataKey("AAAA", context)).rejects.toThrow(KeyServiceBusyError);
  });

  it.each([{}, { Plaintext: "AAAA", CiphertextBlob: "AAAA" }])(
    "refuses the answer %o, which holds no key",
    async (answer) => {
      kms.scriptAlways("", json(answer, 200, { "content-type": "application/x-amz-json-1.1" }));
      await expect(keys.generateDataKey(context)).rejects.toThrow(KeyUnavailableError);
      await expect(keys.unwrapDataKey("AAAA", context)).rejects.toThrow(KeyUnavailableError);
    },
  );
});
