import { type HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/origin-bound-http-client.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { beforeEach, expect, test } from "vitest";

let reached: string[];

beforeEach(() => {
  reached = [];
});

function boundTo(...baseUrls: string[]): OriginBoundHttpClient {
  const http = {
    async send(request: HttpRequest): Promise<HttpResponse> {
      reached.push(request.url.href);
      return new HttpResponse(204, {}, Buffer.alloc(0), false);
    },
  };
  return new OriginBoundHttpClient(http, baseUrls);
}

function get(url: string): HttpRequest {
  return { method: "GET", url: new URL(url), effect: "read", timeoutMs: 1000 };
}

test("passes requests to a declared origin on, whatever their path", async () => {
  const http = boundTo("https://api.example.com/res/v1", "http://127.0.0.1:8080");
  expect((await http.send(get("https://api.example.com/other?q=1"))).status).toBe(204);
  expect((await http.send(get("https://api.example.com:443/"))).status).toBe(204);
  expect((await http.send(get("http://127.0.0.1:8080/x"))).status).toBe(204);
  expect(reached).toHaveLength(3);
});

test.each([
  "http://api.example.com/",
  "https://api.example.com:8443/",
  "https://example.com/",
  "https://api.example.com.evil.example/",
  "https://api.example.com@evil.example/",
])("refuses %s before anything is sent", async (url) => {
  const sending = boundTo("https://api.example.com/res/v1").send(get(url));
  await expect(sending).rejects.toBeInstanceOf(AdapterValidationError);
  await expect(sending).rejects.toThrow(`This tool may not send requests to ${new URL(url).host}.`);
  expect(reached).toEqual([]);
});

test("reaches nothing when nothing is declared", async () => {
  await expect(boundTo().send(get("https://api.example.com/"))).rejects.toBeInstanceOf(
    AdapterValidationError,
  );
  expect(reached).toEqual([]);
});
