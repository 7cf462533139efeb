import { createHash } from "node:crypto";
import { formatUuid, type Random } from "@plumbline/core/clock/clock.ts";

/**
 * Returns reproducible randomness for tests: the same seed gives the same sequence. Never use it for real
 * keys or nonces.
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
      return formatUuid(bytes);
    },
  };
}
