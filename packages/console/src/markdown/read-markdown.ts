// What the page loads only once it shows an answer: the reader of Markdown that messages to providers use.
export { markdownTokens } from "@plumbline/adapters/markdown/bounded-lexer.ts";
export { decodeReferences, linkTarget } from "@plumbline/adapters/markdown/inline-text.ts";
