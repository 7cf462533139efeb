import { describe, expect, it } from "vitest";
import { readBaseUrl, requestFromEvent } from "../../packages/functions/runtime/gateway-event.ts";
import { gatewayEvent } from "./gateway-events.ts";

describe("requestFromEvent", () => {
  it("keeps the path as it was sent and leaves the stage out", () => {
    const request = requestFromEvent(gatewayEvent({ path: "/api/v1/tools/social_post%3Amicroblog" }));
    expect(request.url).toBe(
      "https://abcdef.execute-api.eu-central-1.amazonaws.com/api/v1/tools/social_post%3Amicroblog",
    );
  });

  it.each([
    ["/a?b=1#c", "/a%3Fb=1%23c"],
    ["//other.example/x", "//other.example/x"],
    ["/a b/ü", "/a%20b/%C3%BC"],
  ])("lets nothing of the path %s become another part of the URL", (path, pathname) => {
    const url = new URL(requestFromEvent(gatewayEvent({ path })).url);
    expect(url.pathname).toBe(pathname);
    expect(url.host).toBe("abcdef.execute-api.eu-central-1.amazonaws.com");
    expect(url.search).toBe("");
  });

  it("encodes decoded query values again and keeps repeated ones in order", () => {
    const query = { kind: ["a&b=c", "d e"], cursor: ["x+y"] };
    const url = new URL(requestFromEvent(gatewayEvent({ path: "/", query })).url);
    expect(url.searchParams.getAll("kind")).toEqual(["a&b=c", "d e"]);
    expect(url.searchParams.get("cursor")).toBe("x+y");
  });

  it("joins repeated headers", () => {
    const headers = { Accept: ["text/html", "application/json"], Authorization: ["Bearer k"] };
    const request = requestFromEvent(gatewayEvent({ path: "/", headers }));
    expect(request.headers.get("accept")).toBe("text/html, application/json");
    expect(request.headers.get("authorization")).toBe("Bearer k");
  });

  it("gives a header beyond Latin-1 as the bytes that were sent", () => {
    const headers = { "x-city": ["Łódź €"], "x-plain": ["Zürich"] };
    const request = requestFromEvent(gatewayEvent({ path: "/", headers }));
    const bytes = Buffer.from(request.headers.get("x-city") ?? "", "latin1");
    expect(bytes.toString("utf8")).toBe("Łódź €");
    expect(request.headers.get("x-plain")).toBe("Zürich");
  });

  it("reads the maps API Gateway leaves null as empty", () => {
    const request = requestFromEvent(gatewayEvent({ path: "/healthz" }));
    expect([...request.headers]).toEqual([]);
    expect(request.url).toMatch(/\/healthz$/);
    expect(request.body).toBeNull();
  });

  it.each([
    ["text", "grüß"],
    ["base64", Buffer.from("grüß")],
  ])("gives a body that came as %s byte for byte", async (_form, body) => {
    const request = requestFromEvent(gatewayEvent({ method: "POST", path: "/", body }));
    expect(Buffer.from(await request.arrayBuffer())).toEqual(Buffer.from("grüß"));
  });

  it.each(["GET", "HEAD"])("drops a body that came with %s", (method) => {
    const request = requestFromEvent(gatewayEvent({ method, path: "/", body: "{}" }));
    expect(request.method).toBe(method);
    expect(request.body).toBeNull();
  });
});

describe("baseUrlOf", () => {
  it.each([
    ["/live/docs", "/docs", "/live"],
    ["/docs", "/docs", ""],
    ["/live/", "/", "/live"],
    [undefined, "/docs", ""],
    ["/elsewhere", "/docs", ""],
  ])("of %s with the path %s ends in '%s', behind the gateway's own domain", (asked, path, basePath) => {
    const event = gatewayEvent({ path, headers: { Host: ["evil.example"] } });
    const requestContext = { ...event.requestContext, path: asked };
    expect(readBaseUrl({ ...event, requestContext })).toBe(
      `https://abcdef.execute-api.eu-central-1.amazonaws.com${basePath}`,
    );
  });

  it("is not known where the gateway tells no domain", () => {
    expect(readBaseUrl({ ...gatewayEvent({ path: "/docs" }), requestContext: {} })).toBeUndefined();
  });
});
