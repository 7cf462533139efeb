import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import { expect, test } from "vitest";

test.each([
  ["https://api.example.com", "v1/posts", "https://api.example.com/v1/posts"],
  ["https://api.example.com/", "/v1/posts", "https://api.example.com/v1/posts"],
  ["https://api.example.com/res/v1", "web/search", "https://api.example.com/res/v1/web/search"],
  ["https://api.example.com/res/v1//", "//web/search", "https://api.example.com/res/v1/web/search"],
  ["http://127.0.0.1:8080/api/", "chat.postMessage", "http://127.0.0.1:8080/api/chat.postMessage"],
  ["https://api.example.com/v1", "search?q=a%2Fb&page=2", "https://api.example.com/v1/search?q=a%2Fb&page=2"],
  ["https://api.example.com/v1", "", "https://api.example.com/v1/"],
])("%s and %s", (base, path, joined) => {
  expect(joinUrl(base, path).href).toBe(joined);
});

test("a path that is a URL of its own does not replace the base", () => {
  expect(joinUrl("https://api.example.com/v1", "https://evil.example/").origin).toBe(
    "https://api.example.com",
  );
  expect(joinUrl("https://api.example.com/v1", "//evil.example/").origin).toBe("https://api.example.com");
});
