import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { Secret } from "../../access/secret.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Packs a value for the vault: compressed JSON in base64. */
export async function packJson(value: unknown): Promise<Secret> {
  return new Secret((await deflate(JSON.stringify(value))).toString("base64"));
}

/** Unpacks a value. The vault returns exactly what was encrypted, so the type is not checked again. */
export async function unpackJson<Value>(packed: Secret): Promise<Value> {
  const json = await inflate(Buffer.from(packed.reveal(), "base64"));
  return JSON.parse(json.toString("utf8")) as Value;
}
