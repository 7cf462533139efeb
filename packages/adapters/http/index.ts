import { defineAdapter } from "../define-adapter.ts";
import { httpPostJson } from "./http-post-json.ts";
import { http } from "./provider.ts";

export const httpAdapter = defineAdapter({
  providers: [http],
  tools: ({ destination }) => [httpPostJson(destination)],
});
