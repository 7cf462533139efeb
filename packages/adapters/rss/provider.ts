import { defineProvider } from "../define-adapter.ts";

export const rss = defineProvider({
  word: "rss",
  speaksTo: "RSS, Atom, RDF and JSON feeds on the public internet",
  endpoints: {},
  kinds: [],
});
