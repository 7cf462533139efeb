import { describe, expect, it } from "vitest";
import { findAskedName } from "../../../packages/grounding/text/asked-name.ts";
import { findNameMentions } from "../../../packages/grounding/text/name-mentions.ts";
import { findProperNames, looksLikePerson } from "../../../packages/grounding/text/names.ts";

describe("findProperNames", () => {
  it.each([
    ["Who taught Ludwig van Beethoven in Vienna?", ["Ludwig van Beethoven", "Vienna"]],
    ["Did J. K. Rowling meet Jean-Luc Godard?", ["J. K. Rowling", "Jean-Luc Godard"]],
    ["He admired Seán O'Casey's plays.", ["Seán O'Casey"]],
    [
      "A letter to Mohammed bin Rashid and Martin Luther King, Jr.",
      ["Mohammed bin Rashid", "Martin Luther King, Jr"],
    ],
    ["What is this? I think I've seen it.", []],
    ["Who is Will Ferrell? Will Anna May Wong come in May 1930?", ["Will Ferrell", "Anna May Wong"]],
    ["A. A. Milne wrote it. A bear did not.", ["A. A. Milne"]],
    ["Who makes the iPhone and owns eBay?", ["iPhone", "eBay"]],
    ["Łukasz Żal and Ólafur Arnalds", ["Łukasz Żal", "Ólafur Arnalds"]],
  ])("finds the names of %j", (text, names) => {
    expect(findProperNames(text).map((name) => name.text)).toEqual(names);
  });
});

describe("askedName", () => {
  it.each([
    ["who is ada lovelace", "ada lovelace"],
    ["tell me about grace hopper please", "grace hopper"],
    ["Write a short biography of Alan Turing.", "Alan Turing"],
    ["when was marie curie born", "marie curie"],
    ["who was robert e. lee married to", "robert e. lee"],
    ["Tell me a bio of 홍길동", "홍길동"],
    ["who is the king of spain", null],
    ["what is the speed of light", null],
  ])("finds who %j is about", (prompt, name) => {
    expect(findAskedName(prompt)).toBe(name);
  });
});

describe("findNameMentions", () => {
  it.each([
    ["Ada Lovelace", "Augusta Ada King Lovelace wrote it", ["King"]],
    ["Ada Lovelace", "Lovelace, Ada (1815)", []],
    ["ada lovelace", "ADA LOVELACE", []],
    ["George W. Bush", "George Walker Bush", []],
    ["George W. Bush", "George Bush", []],
    ["Thomas Reed", "Tom Reed, of Hull", []],
    ["Dr. Ana Nuñez", "Ana Nunez", []],
  ])("finds %j in %j", (name, text, between) => {
    expect(findNameMentions(text, name).map((mention) => mention.between)).toEqual([between]);
  });

  it.each([
    ["Ada Lovelace", "Lovelace was a poet's daughter. Ada is a language."],
    ["Ada Lovelace", "Ada, who met Lovelace"],
    ["Ada Lovelace", "Ann Lovelace and Ada Smith"],
    ["Tom Reed", "Timothy Reed"],
  ])("does not find %j in %j", (name, text) => {
    expect(findNameMentions(text, name)).toEqual([]);
  });
});

describe("looksLikePerson", () => {
  it("tells people from organisations, places and works", () => {
    expect(["Ada Lovelace", "ludwig van beethoven", "Dr. Watson"].map(looksLikePerson)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["Ottoman Empire", "Acme Corp", "Paris", "Boeing 747", "Lake Como"].map(looksLikePerson)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
