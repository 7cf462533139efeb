/** Adds an import in the formatter's position: sorted by path. */
export function withImport(text: string, name: string, path: string): string {
  const lines = text.split("\n");
  const ends = lines.flatMap((line, at) => (/^(import |\} from ).*;$/.test(line) ? [at] : []));
  const getPath = (line = "") => line.slice(line.indexOf('"')).replace(/"(?!\.)/, '"!');
  const added = `import { ${name} } from "${path}";`;
  const before = ends.filter((at) => getPath(lines[at]) < getPath(added)).at(-1) ?? -1;
  return lines.toSpliced(before + 1, 0, added).join("\n");
}

/** Adds an entry at the end of a list, which is the first line that starts with `end`. */
export function withEntry(text: string, entry: string, end: string): string {
  const at = text.indexOf(`\n${end}`) + 1;
  if (at === 0) throw new Error(`The list does not end with ${end}`);
  return text.slice(0, at) + entry + text.slice(at);
}
