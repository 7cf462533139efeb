// Loaded only when the page shows a text: the Markdown parser also used for messages to providers.
export { renderMarkdown } from "@plumbline/adapters/markdown/render-markdown.ts";
