import type { ChatappServer } from "@plumbline/sandbox/chatapp/chatapp.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { DeployedStage } from "./deployed-stage.ts";
import { kmsCalls } from "./kms-calls.ts";
import { connect, makeTenant, type StageTenant, sendMessage } from "./stage-callers.ts";
import { DATA_KEY, type StageStorage } from "./stage-storage.ts";

const MINUTE_MS = 60_000;

/** The MAC of the record covers its ciphertexts, so nothing is opened. */
const REFUSED = { error_code: "store_damaged" };

/** Tests of credentials under KMS: stored, opened, moved. */
export function testCredentials(
  parts: () => { stage: DeployedStage; storage: StageStorage; chatapp: ChatappServer },
): void {
  beforeEach(() => parts().chatapp.clear());
  const sent = () => parts().chatapp.requests.filter(({ path }) => path.endsWith("chat.postMessage"));
  const cipherOf = (tenant: StageTenant, id: string, field = "token") =>
    parts().storage.textOf(tenant.id, `CRED#${id}`, `${field}_cipher`);

  test("a credential is stored under KMS and opened for a call of a tool, and nowhere in the clear", async () => {
    const { stage, storage } = parts();
    const tenant = await makeTenant(stage);
    const id = await connect(stage, tenant);
    expect(await cipherOf(tenant, id)).toMatch(/^v2\.k1\./);
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({ ok: true });
    expect(sent().map(({ headers }) => headers.authorization)).toEqual([`Bearer ${sampleBotToken}`]);
    expect(await storage.everything()).not.toContain(sampleBotToken);
    expect(kmsCalls(stage, "credentials", tenant)).toEqual(["GenerateDataKey"]);
  });

  test("it costs one call of KMS a tenant and process in five minutes", async () => {
    const { stage } = parts();
    const [one, other] = [await makeTenant(stage), await makeTenant(stage)];
    const [ofOne, ofOther] = [await connect(stage, one), await connect(stage, other)];
    await connect(stage, one, "second");
    expect(kmsCalls(stage, "credentials", one)).toEqual(["GenerateDataKey"]);
    await stage.restart("tools");
    for (const text of ["one", "two"]) await sendMessage(stage, one, ofOne, text);
    await Promise.all(["three", "four"].map((text) => sendMessage(stage, one, ofOne, text)));
    await sendMessage(stage, other, ofOther);
    stage.pass(4 * MINUTE_MS);
    await sendMessage(stage, one, ofOne, "five");
    expect(kmsCalls(stage, "tools", one)).toEqual(["Decrypt"]);
    stage.pass(MINUTE_MS);
    for (const text of ["six", "seven"]) await sendMessage(stage, one, ofOne, text);
    expect(kmsCalls(stage, "tools", one)).toEqual(["Decrypt", "Decrypt"]);
    expect(kmsCalls(stage, "tools", other)).toEqual(["Decrypt"]);
    expect(sent()).toHaveLength(8);
  });

  /**
   * Calls with a ciphertext from elsewhere in the place of a credential's token, and then with its own again,
   * which opens.
   */
  async function callWith(tenant: StageTenant, id: string, cipher: string) {
    const { stage, storage } = parts();
    const own = await cipherOf(tenant, id);
    const put = (text: string) => storage.setText(tenant.id, `CRED#${id}`, "token_cipher", text);
    await put(cipher);
    const { json } = await sendMessage(stage, tenant, id);
    expect(sent()).toEqual([]);
    await put(own);
    expect((await sendMessage(stage, tenant, id)).json).toMatchObject({ ok: true });
    return json;
  }

  test("a ciphertext does not open for another tenant, which has a data key of its own", async () => {
    const { stage } = parts();
    const [from, to] = [await makeTenant(stage), await makeTenant(stage)];
    const [source, target] = [await connect(stage, from), await connect(stage, to)];
    expect(await callWith(to, target, await cipherOf(from, source))).toMatchObject(REFUSED);
  });

  test("nor when the wrapped data key is moved with it, which KMS does not unwrap for the other", async () => {
    const { stage, storage } = parts();
    const [from, to] = [await makeTenant(stage), await makeTenant(stage)];
    const [source, target] = [await connect(stage, from), await connect(stage, to)];
    const wrapped = await storage.textOf(to.id, DATA_KEY, "wrapped");
    await storage.setText(to.id, DATA_KEY, "wrapped", await storage.textOf(from.id, DATA_KEY, "wrapped"));
    // A stage with a data key that does not open cannot be moved to another account.
    onTestFinished(() => storage.setText(to.id, DATA_KEY, "wrapped", wrapped));
    await storage.setText(to.id, `CRED#${target}`, "token_cipher", await cipherOf(from, source));
    expect((await sendMessage(stage, to, target)).json).toMatchObject(REFUSED);
    expect(sent()).toEqual([]);
  });

  test("nor in another record of its tenant", async () => {
    const tenant = await makeTenant(parts().stage);
    const source = await connect(parts().stage, tenant, "other");
    const target = await connect(parts().stage, tenant);
    expect(await callWith(tenant, target, await cipherOf(tenant, source))).toMatchObject(REFUSED);
  });

  test("nor in another field of its record", async () => {
    const tenant = await makeTenant(parts().stage);
    const id = await connect(parts().stage, tenant);
    expect(await callWith(tenant, id, await cipherOf(tenant, id, "refresh_token"))).toMatchObject(REFUSED);
  });
}
