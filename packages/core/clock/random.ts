import { createHash, randomBytes, randomUUID } from "node:crypto";

/** Randomness and identity, injected, so that a test can foretell both. */
export interface Random {
  /** In [0, 1). */
  fraction(): number;
  bytes(length: number): Buffer;
  /** RFC 9562 version 4. */
  uuid(): string;
}

/** The operating system's randomness. */
export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
};

/**
 * Repeatable randomness for tests: the same seed gives the same sequence. Never for keys or nonces of real
 * data.
 */
export function seededRandom(seed: string): Random {
  let counter = 0;
  const block = () => createHash("sha256").update(`${seed}:${counter++}`).digest();
  return {
    fraction: () => block().readUInt32BE(0) / 2 ** 32,
    bytes(length) {
      const blocks: Buffer[] = [];
      for (let have = 0; have < length; have += 32) blocks.push(block());
      return Buffer.concat(blocks).subarray(0, length);
    },
    uuid() {
      const bytes = block().subarray(0, 16);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}
