import { parseQuestion } from "@plumbline/grounding/question";
import { expect, it } from "vitest";

it.each([
  [
    "Who is the CEO of Microsoft?",
    "Satya Nadella is the CEO of Microsoft.",
    "And Intel?",
    "Who is the CEO of Intel?",
  ],
  [
    "Who succeeded Steve Ballmer as CEO?",
    "Satya Nadella succeeded Steve Ballmer.",
    "When was he born?",
    "When was Satya Nadella born?",
  ],
  [
    "Who succeeded Steve Ballmer as CEO of Microsoft?",
    "“Satya Nadella succeeded Steve Ballmer in 2014.” [1]",
    "When was he born?",
    "When was Satya Nadella born?",
  ],
  [
    "Who was CEO before Satya Nadella?",
    "Steve Ballmer was CEO before Satya Nadella.",
    "When was he born?",
    "When was Steve Ballmer born?",
  ],
  [
    "When was Satya Nadella born?",
    "Satya Nadella was born on August 19, 1967.",
    "what about ballmer",
    "When was Ballmer born?",
  ],
  [
    "When was Satya Nadella born?",
    "Satya Nadella was born on August 19, 1967.",
    "And Steve Ballmer?",
    "When was Steve Ballmer born?",
  ],
  ["Who is Satya Nadella?", "Satya Nadella is the CEO of Microsoft.", "his wife?", "Satya Nadella’s wife?"],
  [
    "Who is Satya Nadella?",
    "Satya Nadella is the CEO of Microsoft.",
    "his birthday?",
    "Satya Nadella’s birthday?",
  ],
  [
    "Who is Satya Nadella?",
    "Satya Nadella is the CEO of Microsoft.",
    "and when was he born?",
    "when was Satya Nadella born?",
  ],
  [
    "Who is Satya Nadella?",
    "Satya Nadella is the CEO of Microsoft.",
    "and his predecessor?",
    "Satya Nadella’s predecessor?",
  ],
  [
    "Who is the CEO of Microsoft?",
    "Satya Nadella is the CEO of Microsoft.",
    "and when was he born?",
    "when was Satya Nadella born?",
  ],
  ["Who is the CEO of Microsoft?", "Satya Nadella.", "his wife?", "Satya Nadella’s wife?"],
  [
    "Who preceded Tim Cook at Apple?",
    "Steve Jobs preceded Tim Cook.",
    "When did he die?",
    "When did Steve Jobs die?",
  ],
  [
    "Who is married to Angela Merkel?",
    "Joachim Sauer is married to Angela Merkel.",
    "When was he born?",
    "When was Joachim Sauer born?",
  ],
  [
    "Who wrote the memoir of Ada Lovelace?",
    "Ada Lovelace's memoir was written by Betty Toole.",
    "Where did she study?",
    "Where did Betty Toole study?",
  ],
  [
    "Who was Ada Lovelace?",
    "Ada Lovelace worked with Charles Babbage.",
    "When did she die?",
    "When did Ada Lovelace die?",
  ],
  [
    "Who was Ada Lovelace?",
    "A mathematician who wrote to Charles Babbage.",
    "When did she die?",
    "When did Ada Lovelace die?",
  ],
  [
    "Who was president of France in 2010?",
    "Nicolas Sarkozy was president of France in 2010.",
    "Where was he born?",
    "Where was Nicolas Sarkozy born?",
  ],
  [
    "Who replaced Liz Truss?",
    "Rishi Sunak replaced Liz Truss in October 2022.",
    "How old is he?",
    "How old is Rishi Sunak?",
  ],
  ["Who founded Amazon?", "Jeff Bezos founded Amazon in 1994.", "his wife?", "Jeff Bezos’s wife?"],
  [
    "Who was chancellor before Olaf Scholz?",
    "Angela Merkel was chancellor before Olaf Scholz.",
    "and when was she born?",
    "when was Angela Merkel born?",
  ],
  ["Where was Angela Merkel born?", "In Hamburg.", "how about scholz", "Where was Scholz born?"],
  [
    "Who is Tim Cook?",
    "Tim Cook is the CEO of Apple, succeeding Steve Jobs.",
    "and his degree?",
    "Tim Cook’s degree?",
  ],
  [
    "Who succeeded Angela Merkel?",
    "The sources do not say who succeeded Angela Merkel. They speak of Joachim Sauer.",
    "When was she born?",
    "When was Angela Merkel born?",
  ],
  [
    "Who is the CEO of Intel?",
    "“Lip-Bu Tan was appointed chief executive officer of Intel in March 2025.” [1]",
    "his age?",
    "Lip-Bu Tan’s age?",
  ],
  [
    "Who painted the Mona Lisa?",
    "Leonardo da Vinci painted the Mona Lisa.",
    "when did he die",
    "when did Leonardo da Vinci die",
  ],
  [
    "Who was prime minister after Tony Blair?",
    "Gordon Brown was prime minister after Tony Blair.",
    "when was he born",
    "when was Gordon Brown born",
  ],
])("after %j and the answer %j, %j asks %j", (before, answer, prompt, text) => {
  const conversation = [
    { role: "user", content: before },
    { role: "assistant", content: answer },
  ];
  expect(parseQuestion({ prompt, conversation }).text).toBe(text);
});
