import * as z from "zod";
import { json, type Operation } from "./operation.ts";

export const getHealth = {
  id: "getHealth",
  method: "GET",
  path: "/healthz",
  access: "public",
  tag: "Service",
  summary: "Liveness",
  description: "The process answers. It asks nothing of the store or of any provider.",
  answers: { 200: json("It is alive.", z.object({ status: z.literal("ok") })) },
} satisfies Operation;
