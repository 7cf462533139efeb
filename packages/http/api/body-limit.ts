const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes that the body of a request may have. */
export const BODY_LIMIT = MIB;

/**
 * Bytes of a request that calls a tool: room for a whole MiB of `http_post_json`'s own body, and for the envelope round it.
 * On AWS the firewall refuses what is longer (stacks/body-limit.ts).
 */
export const TOOL_CALL_BODY_LIMIT = MIB + 64 * KIB;

/** A number of bytes as people write it: `1 MiB`, `1 MiB and 64 KiB`. */
export function bytesInWords(bytes: number): string {
  const [mib, kib] = [Math.floor(bytes / MIB), Math.floor((bytes % MIB) / KIB)];
  return [...(mib > 0 ? [`${mib} MiB`] : []), ...(kib > 0 ? [`${kib} KiB`] : [])].join(" and ");
}
