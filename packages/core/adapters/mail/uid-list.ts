/** What a search found, as imapflow gives it: UIDs in ascending order, or with ESEARCH the set the server sent ("1,5:10"). */
export type FoundUids = readonly number[] | string;

const MAX_UID = 2 ** 32 - 1;

/** The UIDs from the highest down. A set may stand for a whole mailbox, so it is unfolded only as far as it is read. */
export function* newestFirst(found: FoundUids): Generator<number> {
  if (typeof found !== "string") {
    yield* found.toReversed();
    return;
  }
  const ranges = found.split(",").flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(":").map(Number);
    const range = { low: Math.min(first, last), high: Math.max(first, last) };
    return isUid(range.low) && isUid(range.high) ? [range] : [];
  });
  for (const { low, high } of ranges.sort((a, b) => b.high - a.high)) {
    for (let uid = high; uid >= low; uid--) yield uid;
  }
}

function isUid(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_UID;
}
