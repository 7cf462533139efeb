import {
  CreateAliasCommand,
  CreateKeyCommand,
  DecryptCommand,
  DeleteAliasCommand,
  type KMSClient,
} from "@aws-sdk/client-kms";
import { expect, test } from "vitest";
import type { DeployedStage } from "./deployed-stage.ts";
import { connect, makeTenant, type StageTenant, sendMessage, storeCredential } from "./stage-callers.ts";
import { DATA_KEY, type StageStorage } from "./stage-storage.ts";

/** Makes a key under the alias that a tenant's own has to have; answers its ARN. */
async function bringKey(kms: KMSClient, { ownKey }: StageTenant): Promise<string | undefined> {
  const { KeyMetadata } = await kms.send(new CreateKeyCommand({}));
  const alias = { AliasName: ownKey ?? "", TargetKeyId: KeyMetadata?.KeyId };
  await kms.send(new CreateAliasCommand(alias));
  return KeyMetadata?.Arn;
}

/**
 * Tests of tenants that bring a KMS key. That a disabled key opens nothing is not among them: in moto it
 * does.
 */
export function testOwnKeys(parts: () => { stage: DeployedStage; storage: StageStorage }): void {
  test("a tenant's own key wraps its data key, and nothing opens while its alias is away", async () => {
    const { stage, storage } = parts();
    const { kms } = storage;
    const tenant = await makeTenant(stage, true);
    expect(tenant.ownKey).toBe(`alias/plumbline/dev/tenant/${tenant.id}`);
    const arn = await bringKey(kms, tenant);
    const id = await connect(stage, tenant);
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({ ok: true });
    const wrapped = await storage.textOf(tenant.id, DATA_KEY, "wrapped");
    const opened = new DecryptCommand({
      CiphertextBlob: Buffer.from(wrapped.replace("own:", ""), "base64"),
      EncryptionContext: { tenant_id: tenant.id, purpose: "tenant-data", stage: "dev" },
    });
    expect((await kms.send(opened)).KeyId).toBe(arn);

    await kms.send(new DeleteAliasCommand({ AliasName: tenant.ownKey ?? "" }));
    await stage.restart("tools");
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({
      ok: false,
      error_code: "authentication",
    });
    await kms.send(new CreateAliasCommand({ AliasName: tenant.ownKey ?? "", TargetKeyId: arn }));
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({ ok: true });
  });

  test("where it is missing the answer names its alias and nothing is stored; once it is there, it works", async () => {
    const { stage, storage } = parts();
    const tenant = await makeTenant(stage, true);
    const { status, json } = await storeCredential(stage, tenant);
    const stored = await stage.call("credentials", tenant.key, "GET /api/v1/credentials");
    expect(stored.json.items).toEqual([]);
    await bringKey(storage.kms, tenant);
    const id = await connect(stage, tenant);
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({ ok: true });
    expect(json.detail).toContain(tenant.ownKey);
    expect(status).toBeLessThan(500);
  });
}
