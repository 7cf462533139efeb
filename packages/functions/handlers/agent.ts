import { agentRoutes } from "@plumbline/http/endpoints/agent.ts";
import { chatRoutes } from "@plumbline/http/endpoints/chats.ts";
import { conversationRoutes } from "@plumbline/http/endpoints/conversations.ts";
import { openWithTools } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openWithTools, (service) => [
  ...agentRoutes(service),
  ...chatRoutes(service),
  ...conversationRoutes(service),
]);
