/** Returns a short form of a key: its name and a short ID, or only the ID if it has no name. */
export function describeKey({ key_id: id, key_name: name }: NamedKey): string {
  if (id == null) return "the service";
  const short = id.slice(0, 8);
  return name == null ? `key ${short}` : `${name} ${short}`;
}

interface NamedKey {
  /** Missing if the service acted on its own. */
  key_id?: string | null;
  key_name?: string | null;
}
