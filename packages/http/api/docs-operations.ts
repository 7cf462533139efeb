import * as z from "zod";
import { type Answer, json, type Operation } from "./operation.ts";

const notModified: Answer = {
  description: "The copy that `if-none-match` names is the current one.",
  headers: ["etag"],
};

const headers = z.object({
  "if-none-match": z.string().optional().describe("The `etag` of a copy the client has."),
});

export const getOpenApi = {
  id: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  access: "public",
  tag: "Service",
  summary: "This description",
  description: "The OpenAPI 3.1 description of the API, made from the schemas that requests are read with.",
  headers,
  answers: {
    200: json("The description.", z.looseObject({ openapi: z.string() }), ["etag"]),
    304: notModified,
  },
} satisfies Operation;

export const getDocs = {
  id: "getDocs",
  method: "GET",
  path: "/docs",
  access: "public",
  tag: "Service",
  summary: "This description as a page",
  description: "The same description for people: one page without scripts, which loads nothing else.",
  headers,
  answers: {
    200: { description: "The page.", content: { "text/html": z.string() }, headers: ["etag"] },
    304: notModified,
  },
} satisfies Operation;
