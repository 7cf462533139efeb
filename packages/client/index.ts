/** The client's public exports, used in a checkout and from its tarball (`npm run pack`). */
export type { StreamChunk } from "./agent-stream.ts";
export { type PlumblineChat, type PlumblineChatOptions, plumblineChat } from "./chat-transport.ts";
export { type PlumblineClient, type PlumblineClientOptions, plumblineClient } from "./client.ts";
export { PlumblineError } from "./plumbline-error.ts";
export type { Schemas } from "./schemas.ts";
export type { ToolCallOptions, ToolCalls } from "./tool-calls.ts";
