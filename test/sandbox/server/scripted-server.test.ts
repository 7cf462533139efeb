import { once } from "node:events";
import { connect } from "node:net";
import {
  delayed,
  hangBeforeHeaders,
  json,
  resetAfterReading,
  resetBeforeReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { Agent, request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let server: ScriptedServer;
let handled: string[];

beforeEach(async () => {
  handled = [];
  server = await startScriptedServer({
    name: "any provider",
    handle: (read) => {
      if (read.path === "/broken") throw new Error("the handler broke");
      handled.push(read.text);
      return text("truthful");
    },
  });
});

afterEach(() => server.close());

async function get(path: string): Promise<string> {
  return (await request(`${server.url}${path}`)).body.text();
}

describe("what is recorded", () => {
  it("keeps method, path, query, headers and body", async () => {
    await request(`${server.url}/a/b?q=x%20y&q=z`, {
      method: "PUT",
      headers: { "X-Key": "k", Accept: ["text/a", "text/b"] },
      body: '{"n":1}',
    });
    const [read] = server.requests;
    expect(read).toMatchObject({ method: "PUT", path: "/a/b", text: '{"n":1}' });
    expect(read?.query.getAll("q")).toEqual(["x y", "z"]);
    expect(read?.headers).toMatchObject({ "x-key": "k", accept: "text/a, text/b", "content-length": "7" });
    expect(read?.json()).toEqual({ n: 1 });
  });

  it("reads a form", async () => {
    await request(server.url, { method: "POST", body: "channel=C1&text=a%2Bb+c" });
    expect(Object.fromEntries(server.requests[0]?.form() ?? [])).toEqual({ channel: "C1", text: "a+b c" });
  });

  it("refuses a body over 32 MiB in so many words, and does not record it", async () => {
    const response = await request(server.url, { method: "POST", body: Buffer.alloc(32 * 1024 * 1024 + 1) });
    expect(response.statusCode).toBe(413);
    expect(server.requests).toEqual([]);
  });

  it("does not record a request whose caller went away while sending", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST /half HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc");
    await once(socket, "connect");
    socket.destroy();
    await get("/whole");
    expect(server.requests.map((read) => read.path)).toEqual(["/whole"]);
    expect(server.failures).toEqual([]);
  });
});

describe("scripts", () => {
  it("win over the truthful answer, each once and in order", async () => {
    server.script("GET /a", text("first"), text("second"));
    expect([await get("/a"), await get("/a"), await get("/a")]).toEqual(["first", "second", "truthful"]);
  });

  it("are used up one after the other, the older script first", async () => {
    server.script("GET /a", text("older"));
    server.script("", text("newer"));
    expect([await get("/a"), await get("/a"), await get("/a")]).toEqual(["older", "newer", "truthful"]);
  });

  it("answer only what matches, by the beginning of method and path or by a predicate", async () => {
    server.script("POST /a", text("post"));
    server.script((read) => read.query.get("page") === "2", text("page two"));
    expect([await get("/a"), await get("/a?page=1"), await get("/b?page=2")]).toEqual([
      "truthful",
      "truthful",
      "page two",
    ]);
    expect(await (await request(`${server.url}/a/b`, { method: "POST" })).body.text()).toBe("post");
  });

  it("stand for good when told, the newest first, after the queued ones", async () => {
    server.scriptAlways("GET", text("old standing"));
    server.scriptAlways("GET /a", text("standing"));
    server.script("GET /a");
    server.script("GET /a", text("queued"));
    expect([await get("/a"), await get("/a"), await get("/a")]).toEqual(["queued", "standing", "standing"]);
    expect(await get("/b")).toBe("old standing");
  });

  it("may reset every request before its body is read", async () => {
    server.scriptAlways("POST", resetBeforeReading());
    for (const body of ["one", "two"]) {
      await expect(request(server.url, { method: "POST", body })).rejects.toThrow();
    }
    expect(server.requests).toEqual([]);
    expect(handled).toEqual([]);
  });

  it("may be made from the request, with the truthful answer at hand", async () => {
    server.script("", async (read, handle) => json({ path: read.path, truthful: await handle(read) }));
    expect(JSON.parse(await get("/a"))).toMatchObject({ path: "/a", truthful: { body: "truthful" } });
  });

  it("may lose the answer of a request that was carried out", async () => {
    server.script("", afterHandling(resetAfterReading()));
    await expect(request(server.url, { method: "POST", body: "once" })).rejects.toMatchObject({
      code: "ECONNRESET",
    });
    expect(handled).toEqual(["once"]);
  });

  it("are forgotten with the requests and failures on clear", async () => {
    server.script("GET /a", text("queued"));
    server.scriptAlways("", text("standing"));
    server.script("", () => {
      throw new Error("the script broke");
    });
    await get("/b");
    server.clear();
    expect([server.requests, server.failures]).toEqual([[], []]);
    expect(await get("/a")).toBe("truthful");
  });
});

describe("waiting for requests", () => {
  it("ends when the request was read, though it is never answered", async () => {
    server.script("POST /hang", hangBeforeHeaders());
    const abandon = new AbortController();
    const hanging = request(`${server.url}/hang`, { method: "POST", body: "whole", signal: abandon.signal });
    const [read] = await server.waitForRequests(1, "POST /hang");
    expect(read?.text).toBe("whole");
    abandon.abort();
    await expect(hanging).rejects.toMatchObject({ name: "AbortError" });
  });

  it("counts what matches, from the beginning", async () => {
    await get("/a?n=1");
    const waiting = server.waitForRequests(2, "GET /a");
    await get("/b");
    await get("/a?n=2");
    await get("/a?n=3");
    expect((await waiting).map((read) => read.query.get("n"))).toEqual(["1", "2"]);
    expect(await server.waitForRequests(3)).toHaveLength(3);
  });

  it("fails when the server closes first", async () => {
    const waiting = server.waitForRequests(1);
    await Promise.all([expect(waiting).rejects.toThrow("any provider was closed"), server.close()]);
  });
});

describe("the server", () => {
  it("answers 500 with the message of what a handler threw, and remembers it", async () => {
    const response = await request(`${server.url}/broken`);
    expect([response.statusCode, await response.body.text()]).toEqual([500, "the handler broke"]);
    expect(server.failures.map((failure) => failure.message)).toEqual(["the handler broke"]);
  });

  it("remembers an answer that cannot be written", async () => {
    server.script("", json({ count: 1n }), delayed(json({ count: 1n }), 1));
    expect((await request(server.url)).statusCode).toBe(500);
    expect((await request(server.url)).statusCode).toBe(500);
    expect(server.failures).toMatchObject([{ name: "TypeError" }, { name: "TypeError" }]);
  });

  it("serves several requests over one connection", async () => {
    const agent = new Agent({ connections: 1 });
    let connections = 0;
    agent.on("connect", () => {
      connections += 1;
    });
    for (const path of ["/a", "/b", "/c"]) {
      await (await request(`${server.url}${path}`, { dispatcher: agent })).body.dump();
    }
    await agent.close();
    expect([server.requests.length, connections]).toEqual([3, 1]);
  });

  it("listens on the port it is given, and says when that is taken", async () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    const second = startScriptedServer({ name: "second", handle: () => json({}), port: server.port });
    await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("ends open connections on close, idle ones too, and may be closed twice", async () => {
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const ended = once(socket, "close");
    await server.close();
    await ended;
    await server.close();
    await expect(request(server.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
