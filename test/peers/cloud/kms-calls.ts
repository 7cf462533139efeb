import * as z from "zod";
import type { DeployedStage } from "./deployed-stage.ts";
import type { StageTenant } from "./stage-callers.ts";

const inContext = z.object({ EncryptionContext: z.object({ tenant_id: z.string() }) });

/** Lists a function's requests to KMS in a tenant's name, in order. */
export function kmsCalls({ moto }: DeployedStage, name: string, { id }: StageTenant): string[] {
  return moto.calls
    .filter(({ accessKeyId, target }) => accessKeyId === name && target.startsWith("TrentService."))
    .filter(({ body }) => inContext.parse(JSON.parse(body)).EncryptionContext.tenant_id === id)
    .map(({ target }) => target.replace("TrentService.", ""));
}
