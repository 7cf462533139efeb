import { printableLine } from "../printable.ts";

const MOST_OF_A_VALUE = 40;
const MOST_ARGUMENTS = 4;

/** What a tool is called with, in a few words: `to=ada@example.com text="The build is gr…"`. */
export function argumentGist(args: unknown): string {
  const all = Object.entries(Object(args));
  const shown = all.slice(0, MOST_ARGUMENTS).map(([name, value]) => `${name}=${gist(value)}`);
  return [...shown, ...(all.length > MOST_ARGUMENTS ? ["…"] : [])].map(printableLine).join(" ");
}

function gist(value: unknown): string {
  const text = typeof value === "string" && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
  const characters = [...text];
  return characters.length > MOST_OF_A_VALUE ? `${characters.slice(0, MOST_OF_A_VALUE).join("")}…` : text;
}
