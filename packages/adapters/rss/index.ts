import { defineAdapter } from "../define-adapter.ts";
import { feedRead } from "./feed-read.ts";
import { rss } from "./provider.ts";

export const rssAdapter = defineAdapter({
  providers: [rss],
  tools: ({ destination }) => [feedRead(destination)],
});
