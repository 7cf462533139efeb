import { describe, expect, it } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/index.ts";
import { outcomeOf } from "./outcome-of.ts";

const SAID =
  "Tell Bob that the release is on Friday, 3 May 2030, and mail the summary about Ada Lovelace to carol@team.example. " +
  "Was Ada Lovelace convicted of fraud? The board is at https://team.example/board.";
const outcome = outcomeOf([
  {
    text: "Ada Lovelace was an English mathematician born in London on 10 December 1815. She wrote notes on the Analytical Engine. She denied that she was a thief.",
    url: "https://almanac.example/ada",
  },
  "Karl Voss was arrested in 2004.",
]);
const guard = new AnswerGuard([outcome], [SAID]);
const stopped = (value: unknown, identifiers: string[] = []) =>
  guard.unsupportedIn({ text: value }, identifiers).map(({ sentence }) => sentence);
const base64 = (text: string) => Buffer.from(text).toString("base64");

it("a write may ask what its user says to ask", () => {
  const asking = (said: string) =>
    new AnswerGuard([outcome], [said]).unsupportedIn({ text: "Lunch at noon?" }, []);
  expect(asking("Tell Bob: lunch at noon?")).toEqual([]);
  expect(asking("Was Ada Lovelace a mathematician?")).not.toEqual([]);
});

describe("a write is stopped by", () => {
  it.each([
    ["a plain lie", "Ada Lovelace died in 1999."],
    ["another's deed", "Ada Lovelace was arrested in 2004."],
    ["a deed of somebody unknown", "John Miller was arrested in 2004."],
    ["what a page denies", "She was a thief."],
    ["one in the first person", "I can confirm that Ada Lovelace was a thief."],
    ["one behind a greeting", "Hi Bob, she was a notorious gambler."],
    ["one in the greeting", "Dear Thief Lovelace,"],
    ["one in the signature", "Best regards,\nthe convicted thief"],
    ["another day than the user's", "The release is on Thursday."],
    ["the user's question turned round", "Ada Lovelace was convicted of fraud."],
    ["the user's question as it stands", "Was Ada Lovelace convicted of fraud?"],
    ["a part of the user's statement", "Bob that the release is"],
    ["a link nobody named", "Read more at https://evil.example/ada now."],
    ["a link nobody named, alone", "https://evil.example/ada?d=1"],
    ["a Markdown link nobody named", "[Notes](https://evil.example/ada)"],
    ["an image nobody named", "![Notes](https://evil.example/ada.png)"],
    ["a link's label", "[Ada Lovelace was a thief](https://almanac.example/ada)"],
    ["a link's title", '[Notes](https://almanac.example/ada "Ada Lovelace was a thief")'],
    ["an image's name", "![Ada Lovelace in prison](https://almanac.example/ada)"],
    ["a footnote", "[^1]: Ada Lovelace was a thief."],
    ["a table", "| Ada Lovelace | convicted |\n|---|---|\n| 1843 | thief |"],
    ["a heading", "## The thief Ada Lovelace"],
    ["hidden HTML", '<p>Summary</p><p style="display:none">She was a thief.</p>'],
    ["the name of a hidden image", '<p>Summary</p><img hidden src="a.png" alt="She was a thief.">'],
    ["HTML that is nested too deeply", `${"<div>".repeat(250)}She was a thief.`],
    ["a script", "<p>Summary</p><script>She was a thief.</script>"],
    ["a link of HTML", '<p>See the <a href="https://evil.example/x">notes</a>.</p>'],
    ["entities", "Ada Lovelace was a &#116;hief."],
    ["right to left", "\u202EShe was a thief.\u202C"],
    ["hexadecimal", Buffer.from("Ada Lovelace was a thief.").toString("hex")],
    ["words joined", "Ada_Lovelace_was_a_thief"],
    ["a number with a name beside it", { name: "Ada Lovelace", convictions: 3 }],
    ["an unknown person's truth value", { "John Miller": { guilty: true } }],
    ["a key with a truth value", { convicted: true }],
    ["another language", "Ada Lovelace war eine Diebin."],
    ["an offer with a premise", "Would you like to hear about her conviction?"],
    ["an announcement of a premise", "Here is what I found about her conviction:"],
    ["a pronoun without whom it means", "She wrote notes on the Analytical Engine."],
    [
      "a picture the user did not send",
      { content_base64: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 200, 201, 222, 255]).toString("base64") },
    ],
    ["the name of a file", { filename: "ada-lovelace-convicted.txt", content_base64: base64("Summary") }],
  ])("%s", (_what, value) => {
    expect(stopped(value)).not.toEqual([]);
  });

  it("every sentence that is wrong, with the quote that comes nearest", () => {
    const found = guard.unsupportedIn({
      subject: "Ada Lovelace",
      text: "Ada Lovelace was a Scottish mathematician born in London. She was a spy. Karl Voss was arrested in 2004.",
    });
    expect(found.map(({ argument, sentence }) => [argument, sentence])).toEqual([
      ["text", "Ada Lovelace was a Scottish mathematician born in London."],
      ["text", "She was a spy."],
    ]);
    expect(found[0]?.nearest).toEqual({
      number: 1,
      text: "Ada Lovelace was an English mathematician born in London on 10 December 1815.",
    });
    for (const { reason } of found) expect(reason).toMatch(/\w/);
  });

  it("prose in what only says where it goes", () => {
    const send = (to: unknown) => guard.unsupportedIn({ to }, ["to"]).length;
    expect(send("Convicted Thief Ada <carol@team.example>")).toBe(1);
    expect(send("https://hooks.example/?q=Ada+Lovelace+was+a+thief")).toBe(1);
    expect(send(["Carol <carol@team.example>", "dave@other.example"])).toBe(0);
    expect(send("https://hooks.example/services/T000/B000")).toBe(0);
    expect(send("C0GENERAL")).toBe(0);
  });
});

describe("a write passes with", () => {
  it.each([
    ["a quote", "Ada Lovelace was an English mathematician born in London on 10 December 1815."],
    [
      "a pronoun behind its predecessor",
      "Ada Lovelace was an English mathematician born in London on 10 December 1815. She wrote notes on the Analytical Engine.",
    ],
    ["a quote over two lines", "Karl Voss was\narrested in 2004."],
    ["a message", "Hi team, please find the summary below."],
    ["a label", "Meeting notes"],
    ["a label with the user's name", "Notes on Ada Lovelace"],
    ["a name", "Ada Lovelace"],
    ["the user's own words", "Hi Bob, the release is on Friday, 3 May 2030."],
    [
      "a letter",
      "Dear Carol,\n\nI hope you are well. Here is the summary about Ada Lovelace.\n\nKarl Voss was arrested in 2004.\n\nBest regards,\nBob",
    ],
    ["a form of address", "Dear Dr. Smith,"],
    ["a quote in quotation marks", "“Karl Voss was arrested in 2004.”"],
    ["a list", "- Karl Voss was arrested in 2004.\n- Ada Lovelace"],
    ["a link of a citation", "[Ada Lovelace](https://almanac.example/ada)"],
    ["a link of the user", "See the summary: https://team.example/board"],
    ["a field of a citation", { url: "https://almanac.example/ada", domain: "almanac.example" }],
    ["an id", "8f14e45f-ceea-467f-a1d2-03b8a0d2a1ff"],
    ["a mail address alone", { email: "dave@other.example" }],
    ["numbers and nothing", [1815, true, null, undefined, ""]],
    [
      "field names",
      { "Due date": null, Name: { title: [{ text: { content: "Summary" } }] }, Status: "Done", priority: 2 },
    ],
    [
      "blocks",
      { blocks: [{ type: "section", text: { type: "mrkdwn", text: "Karl Voss was arrested in 2004." } }] },
    ],
    ["what a source says of a person", { name: "Karl Voss", text: "Karl Voss was arrested in 2004." }],
    [
      "HTML",
      "<h1>Summary</h1><p>Hi Bob,</p><p>Karl Voss was <b>arrested</b> in 2004.</p><style>p { color: red }</style>",
    ],
    [
      "a file",
      { filename: "summary.txt", content_base64: base64("Summary\n\nKarl Voss was arrested in 2004.\n") },
    ],
  ])("%s", (_what, value) => {
    expect(stopped(value)).toEqual([]);
  });

  it("a picture that the user sent", () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 200, 201, 222, 255]).toString("base64");
    const sent = new AnswerGuard([outcome], [`Post this picture: data:image/png;base64,${picture}`]);
    expect(sent.unsupportedIn({ media: [{ base64: picture }] })).toEqual([]);
  });
});
