/** Returns the name of a key. For a key without a name, returns the start of its ID. */
export function describeKey({ key_id: id, key_name: name }: NamedKey): string {
  if (id == null) return "the service";
  return name ?? `key ${id.slice(0, 8)}`;
}

interface NamedKey {
  /** Missing if the service acted on its own. */
  key_id?: string | null;
  key_name?: string | null;
}
