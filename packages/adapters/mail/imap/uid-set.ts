/**
 * The UIDs of a set such as "1,5:10" (RFC 3501, `sequence-set`), ascending. `undefined` for what is no set of UIDs and for one of
 * more than `most`: a few letters can stand for thousands of millions.
 */
export function uidsOfSet(set: string, most: number): number[] | undefined {
  const uids: number[] = [];
  for (const part of set.split(",")) {
    const match = /^([1-9]\d{0,9})(?::([1-9]\d{0,9}))?$/.exec(part);
    if (!match) return undefined;
    const [first, last = first] = match
      .slice(1)
      .map((text) => (text === undefined ? undefined : Number(text)));
    if (first === undefined || last === undefined) return undefined;
    const [low, high] = [Math.min(first, last), Math.max(first, last)];
    if (uids.length + high - low >= most) return undefined;
    for (let uid = low; uid <= high; uid++) uids.push(uid);
  }
  return uids.sort((a, b) => a - b);
}
