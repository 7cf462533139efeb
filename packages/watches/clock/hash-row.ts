/** Length of a hash: nine bytes in base64url. */
const HASH_LENGTH = 12;

/** Splits a cursor's hashes, which are stored without separators. */
export function listHashes(row: string): string[] {
  const hashes: string[] = [];
  for (let at = 0; at < row.length; at += HASH_LENGTH) hashes.push(row.slice(at, at + HASH_LENGTH));
  return hashes;
}
