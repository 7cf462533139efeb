import { defineProvider } from "../define-adapter.ts";

export const rss = defineProvider({
  word: "rss",
  speaksTo: "RSS 2.0, Atom and RDF feeds on the public internet",
  endpoints: {},
  kinds: [],
});
