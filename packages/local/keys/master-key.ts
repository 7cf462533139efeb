import { createCipheriv, createDecipheriv } from "node:crypto";
import { join } from "node:path";
import type { Random } from "@plumbline/core/clock/clock.ts";
import {
  type GeneratedDataKey,
  type KeyContext,
  type KeyService,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { readKeyFile, writePrivateFile } from "./key-file.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface MasterKeyOptions {
  dataDir: string;
  random: Random;
  /**
   * True if the store in this folder contains data. A missing master key then means that it was lost, not
   * that this is the first start.
   */
  storeHasData: boolean;
}

/**
 * Opens the key service of a single machine. The master key is the file `master-key` in the data folder,
 * created on the first start. Data keys are wrapped with AES-256-GCM and bound to their context. Throws
 * ConfigurationError if the file is damaged, readable by others, or missing although there is data.
 */
export function openMasterKey(options: MasterKeyOptions): KeyService {
  const { random } = options;
  const masterKey = readOrCreate(options);
  return {
    async generateDataKey(context): Promise<GeneratedDataKey> {
      const plaintext = random.bytes(KEY_BYTES);
      return { plaintext, wrapped: wrap(masterKey, plaintext, random.bytes(NONCE_BYTES), context) };
    },
    async unwrapDataKey(wrapped, context): Promise<Buffer> {
      return unwrap(masterKey, wrapped, context);
    },
  };
}

function readOrCreate({ dataDir, random, storeHasData }: MasterKeyOptions): Buffer {
  const path = join(dataDir, "master-key");
  const found = readKeyFile(path, KEY_BYTES);
  if (found) return found;
  if (storeHasData) {
    throw new ConfigurationError(
      `${path} is missing, and nothing in this data folder can be decrypted without it. Restore it from your backup, or set DATA_DIR to a new folder.`,
    );
  }
  const created = random.bytes(KEY_BYTES);
  try {
    writePrivateFile(path, created);
  } catch (cause) {
    throw new ConfigurationError(`${path} cannot be written.`, { cause });
  }
  return created;
}

/** Wraps a data key: nonce ‖ tag ‖ ciphertext in base64. */
function wrap(masterKey: Buffer, plaintext: Buffer, nonce: Buffer, context: KeyContext): string {
  const cipher = createCipheriv("aes-256-gcm", masterKey, nonce).setAAD(buildBinding(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
}

function unwrap(masterKey: Buffer, wrapped: string, context: KeyContext): Buffer {
  const bytes = Buffer.from(wrapped, "base64");
  const [nonce, tag, ciphertext] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  if (ciphertext.length !== KEY_BYTES) throw new KeyUnavailableError("The stored data key is corrupt.");
  const decipher = createDecipheriv("aes-256-gcm", masterKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(buildBinding(context)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new KeyUnavailableError("The stored data key belongs to another tenant, stage or master key.");
  }
}

/** Serializes a context as a JSON array, so that no two contexts have the same form. */
function buildBinding({ tenant_id, purpose, stage }: KeyContext): Buffer {
  return Buffer.from(JSON.stringify(["v1", tenant_id, purpose, stage]));
}
