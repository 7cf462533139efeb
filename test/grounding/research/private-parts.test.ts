import { describe, expect, it } from "vitest";
import { createResearchEngine } from "../../../packages/grounding/research/engine.ts";
import { withoutPrivateParts } from "../../../packages/grounding/text/private-parts.ts";
import { startedForFile } from "../../support/started.ts";
import { type BackendLetter, startSearchSandbox } from "./search-sandbox.ts";

const sandbox = startedForFile(startSearchSandbox);
const PRIVATE = [
  "https://reports.corp.example/q3?token=CANARY",
  "https://docs.corp.example/d/1#CANARY",
  "https://ada:CANARY@files.example/plan.pdf",
  "www.corp.example/?session=CANARY",
  "files.corp.example/a?b=CANARY",
  "ftp://CANARY@files.example/",
  "jane.CANARY@corp.example",
  "<CANARY@corp.example>",
  "password: CANARY1",
  "api_key=CANARY",
  "Authorization: Bearer CANARYCANARY",
  "sk-live-CANARY0123456789abcdef",
  "ghp_CANARYabcdefghij0123456789",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDQU5BUlkifQ.CANARYsigned0123",
];
const PUBLIC = [
  "Who was Ada Lovelace?",
  "When was https://www.mozilla.example/about published?",
  "What is 10.1038/s41586-020-2649-2 about?",
  "Who wrote ISBN 978-3-16-148410-0?",
  "the Boeing 737-800 and the covid-19-vaccine-of-2020",
  "The secret: who wrote it? The key is who wrote it.",
  "1994年に設立されたのは誰ですか、そして2001年にはどこに移転しましたか",
  "超级碗50的冠军是谁2016年2月7日在莱维斯体育场举行",
  "Wer ist Jürgen Müller-Lüdenscheidt?",
];

async function searchedWith(letter: BackendLetter, query: string, context?: string): Promise<string> {
  sandbox.clear();
  const backends = sandbox.backends(letter);
  await createResearchEngine({ backends, clock: sandbox.clock }).research({ query, context });
  const { requests } = sandbox.servers[letter];
  return requests.map(({ path, query: asked, body }) => `${path} ${asked} ${body}`).join("\n");
}

describe.each(["a", "b", "c", "d"] as const)("what search_%s is asked", (letter) => {
  it.each(PRIVATE)("does not hold the private part of %j", async (part) => {
    for (const asked of [
      await searchedWith(letter, `Who is Ada Lovelace according to ${part} and what did she do?`),
      await searchedWith(letter, `${part} Who is Ada Lovelace?`),
      await searchedWith(letter, "Who is Ada Lovelace?", part),
    ]) {
      expect(asked).toMatch(/Lovelace/);
      expect(decodeURIComponent(asked.replace(/\+/g, " "))).not.toMatch(/CANARY/);
    }
  });

  it("is nothing where nothing else was asked", async () => {
    expect(await searchedWith(letter, "jane.CANARY@corp.example")).toBe("");
  });
});

describe("withoutPrivateParts", () => {
  it("leaves out an address within a script without spaces", () => {
    expect(withoutPrivateParts("请查https://a.example/?t=CANARY是谁写的")).not.toMatch(/CANARY/);
    expect(withoutPrivateParts("请查https://a.example/?t=CANARY是谁写的")).toMatch(/是谁写的/);
  });

  it.each(PUBLIC)("leaves %j as it is", (text) => {
    expect(withoutPrivateParts(text)).toBe(text);
  });

  it("takes time in proportion to the text", () => {
    for (const piece of ["a@", "http://", "a.b/", "key=", "a1", "x.", "token is ", "a=", "www."]) {
      const started = performance.now();
      withoutPrivateParts(piece.repeat(20_000));
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });
});
