/** Length of a hash: nine bytes in base64url. */
const HASH_LENGTH = 12;

/** Returns the hashes that a cursor stores without separators. */
export function hashesOf(row: string): string[] {
  const hashes: string[] = [];
  for (let at = 0; at < row.length; at += HASH_LENGTH) hashes.push(row.slice(at, at + HASH_LENGTH));
  return hashes;
}
