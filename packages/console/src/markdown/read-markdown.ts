// Loaded only when the page shows an answer: the Markdown parser also used for messages to providers.
export { markdownTokens } from "@plumbline/adapters/markdown/bounded-lexer.ts";
export { decodeReferences, linkTarget } from "@plumbline/adapters/markdown/inline-text.ts";
