/** Returns the name of an argument as words: `Database ID` for `database_id`. */
export function argumentWords(name: string): string {
  if (name === "credential_id") return "Account";
  const words = name
    .replaceAll("_", " ")
    .replace(/\b(?:id|url|html|json|ts)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
