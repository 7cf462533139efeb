/** Characters of texts that one reading keeps at most: several answers' worth. */
const MOST_CHARACTERS = 60_000;
/** A longer text is read anew each time. */
const LONGEST_TEXT = 2_000;

/**
 * Remembers what a reading of a text found. Research, the prompt and the guard read the same few sentences
 * again and again: of 653 texts that one answer split into words, 93 were distinct. `read` must depend on its
 * arguments alone, and nobody may change what it returns. What is kept is bounded and shared by all calls.
 */
export function remember<Found>(read: (text: string) => Found): (text: string) => Found;
export function remember<Found, Key>(
  read: (text: string, key: Key) => Found,
): (text: string, key: Key) => Found;
export function remember<Found, Key>(read: (text: string, key: Key) => Found) {
  const byKey = new Map<Key, Map<string, Found>>();
  let characters = 0;
  return (text: string, key: Key): Found => {
    const known = byKey.get(key)?.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST_TEXT) return read(text, key);
    if (characters > MOST_CHARACTERS) {
      byKey.clear();
      characters = 0;
    }
    // A copy: V8 keeps the whole text in memory that a piece was cut from.
    const own = ` ${text}`.slice(1);
    const found = read(own, key);
    const kept = byKey.get(key) ?? new Map<string, Found>();
    kept.set(own, found);
    byKey.set(key, kept);
    characters += own.length;
    return found;
  };
}
