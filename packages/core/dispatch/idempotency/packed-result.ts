import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { Secret } from "../../access/secret.ts";
import type { DispatchResult } from "../dispatch-result.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Characters of a packed result. Sealing makes a third more of them: 350 KB, which leaves room for the rest
 * of an item of at most 400 KB (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const MAX_PACKED = 262_144;

/**
 * A result as the vault takes it: compressed, in base64. `undefined` when even so it is too large to be
 * stored.
 */
export async function packResult(result: DispatchResult): Promise<Secret | undefined> {
  const packed = (await deflate(JSON.stringify(result))).toString("base64");
  return packed.length > MAX_PACKED ? undefined : new Secret(packed);
}

/**
 * Unpacks a result. The vault returns exactly the text that was sealed, so its shape is not checked again.
 */
export async function unpackResult(packed: Secret): Promise<DispatchResult> {
  const json = await inflate(Buffer.from(packed.reveal(), "base64"));
  return JSON.parse(json.toString("utf8")) as DispatchResult;
}
