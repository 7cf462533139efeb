import { expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);
test("a chat is listed, found, read, renamed and deleted", async () => {
  expect((await service.run("chats", "list")).err).toBe("No chat is kept.\n");
  expect((await service.run("chat", "Who was Ada Lovelace?")).code).toBe(0);
  const [, id = ""] =
    /^(\S+) +\S+ +Who was Ada Lovelace\?$/m.exec((await service.run("chats", "list")).out) ?? [];
  expect((await service.run("chats", "rename", id, "The first programmer")).code).toBe(0);
  const found = await service.run("chats", "list", "--search", "programmer lovelace");
  expect(found.out).toContain("The first programmer");
  expect((await service.run("chats", "list", "--search", "teapot")).out).toBe("");
  expect(printedJson(await service.run("chats", "show", id, "--json"))).toMatchObject({
    title: "The first programmer",
    runs: [{ message: "Who was Ada Lovelace?", text: expect.stringMatching(/^Ada Lovelace was/) }],
  });
  expect((await service.run("chats", "show", id)).out).toMatch(
    /^The first programmer\n\n\S+Z {2}run \S+\n> Who was Ada Lovelace\?\n\nAda Lovelace was an .+/,
  );
  expect((await service.run("chats", "delete", id)).out).toBe(`deleted ${id}\n`);
  expect((await service.run("chats", "show", id)).err).toContain("404 not_found");
});
