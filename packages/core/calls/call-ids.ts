import type { Clock, Random } from "../clock/clock.ts";

/** Hexadecimal digits of a call's index in its block. */
const INDEX_DIGITS = 4;
/** Maximum of the 12-bit counter that distinguishes IDs created in the same millisecond. */
const MAX_COUNT = 0xfff;
const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Creates block IDs: UUIDs version 7 (RFC 9562). IDs of one process sort in the order of creation. */
export class BlockIds {
  readonly #clock: Clock;
  readonly #random: Random;
  #lastMs = 0;
  #count = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): string {
    const now = this.#clock.now();
    const isLater = now > this.#lastMs;
    if (isLater || this.#count === MAX_COUNT) {
      this.#lastMs = isLater ? now : this.#lastMs + 1;
      this.#count = 0;
    } else {
      this.#count += 1;
    }
    const time = splitTime(this.#lastMs).join("-");
    const random = this.#random.bytes(6);
    const variant = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16);
    return `${time}-7${formatHex(this.#count, 3)}-${variant}-${random.toString("hex", 2)}0000`;
  }
}

/** Returns the ID of the call at this index of a block. */
export function callIdAt(blockId: string, index: number): string {
  return blockId.slice(0, -INDEX_DIGITS) + formatHex(index, INDEX_DIGITS);
}

/** Splits a call's ID into block ID and index. Returns `undefined` if the text is not a call ID. */
export function parseCallId(id: string): { blockId: string; index: number } | undefined {
  const lower = id.toLowerCase();
  if (!CALL_ID.test(lower)) return undefined;
  const index = Number.parseInt(lower.slice(-INDEX_DIGITS), 16);
  return { blockId: callIdAt(lower, 0), index };
}

/**
 * Returns the lowest and the highest ID that can be created in this time range (inclusive, in milliseconds
 * since the epoch).
 */
export function getIdRange(fromMs: number, toMs: number): { first: string; last: string } {
  const first = splitTime(Math.max(0, fromMs)).join("-");
  const last = splitTime(Math.max(0, toMs)).join("-");
  return { first: `${first}-0000-0000-000000000000`, last: `${last}-ffff-ffff-ffffffffffff` };
}

/** Returns when a block was created, in milliseconds since the epoch. */
export function blockTime(blockId: string): number {
  return Number.parseInt(blockId.slice(0, 8) + blockId.slice(9, 13), 16);
}

function splitTime(ms: number): [high: string, low: string] {
  const digits = formatHex(Math.trunc(ms), 12);
  return [digits.slice(0, 8), digits.slice(8)];
}

function formatHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
