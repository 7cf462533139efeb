/** A key at a glance: its name and a short id, or the id alone of one without a name. */
export function describeKey({ key_id: id, key_name: name }: NamedKey): string {
  if (id == null) return "the service";
  const short = id.slice(0, 8);
  return name == null ? `key ${short}` : `${name} ${short}`;
}

interface NamedKey {
  /** Missing where the service acted by itself. */
  key_id?: string | null;
  key_name?: string | null;
}
