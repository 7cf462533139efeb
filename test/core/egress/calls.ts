import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";

/** A request as these tests send it: a POST of a few bytes for a write, a GET for a read. */
export function call(
  url: string,
  effect: HttpRequest["effect"],
  more: Partial<HttpRequest> = {},
): HttpRequest {
  const write = effect === "write";
  return {
    method: write ? "POST" : "GET",
    url: new URL(url),
    ...(write ? { body: '{"text":"hello"}' } : {}),
    effect,
    timeoutMs: 30_000,
    ...more,
  };
}

/** The error a call failed with; throws when it was answered. */
export async function failureOf(answer: Promise<HttpResponse>): Promise<AdapterError> {
  try {
    const { status } = await answer;
    throw new Error(`the call was answered with ${status}`);
  } catch (error) {
    if (error instanceof AdapterError) return error;
    throw error;
  }
}

/** Resolves when undici next publishes on a diagnostics channel: the client's side of what the server did. */
export function undiciEvent(
  channel: "undici:request:headers" | "undici:request:bodyChunkReceived",
): Promise<void> {
  return new Promise((resolve) => {
    const once = () => {
      unsubscribe(channel, once);
      resolve();
    };
    subscribe(channel, once);
  });
}
