/** Maximum size of the cache, in characters: the text of several answers. */
const MAX_CACHED_CHARACTERS = 60_000;
/** Longer texts are not cached. */
const MAX_TEXT_LENGTH = 2_000;

/**
 * Caches the results of `read`. Research, the prompt and the guard read the same few sentences repeatedly: of
 * 653 texts tokenized for one answer, 93 were distinct. `read` must depend only on its arguments, and its
 * result must not be modified. The cache is bounded and shared by all calls.
 */
export function memoize<Found>(read: (text: string) => Found): (text: string) => Found;
export function memoize<Found, Key>(
  read: (text: string, key: Key) => Found,
): (text: string, key: Key) => Found;
export function memoize<Found, Key>(read: (text: string, key: Key) => Found) {
  const byKey = new Map<Key, Map<string, Found>>();
  let characters = 0;
  return (text: string, key: Key): Found => {
    const known = byKey.get(key)?.get(text);
    if (known !== undefined) return known;
    if (text.length > MAX_TEXT_LENGTH) return read(text, key);
    if (characters > MAX_CACHED_CHARACTERS) {
      byKey.clear();
      characters = 0;
    }
    // Copy the text: V8 would otherwise keep the whole text that a substring was taken from.
    const own = ` ${text}`.slice(1);
    const found = read(own, key);
    const kept = byKey.get(key) ?? new Map<string, Found>();
    kept.set(own, found);
    byKey.set(key, kept);
    characters += own.length;
    return found;
  };
}
