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
  ["Where was Angela Merkel born?", "In Hamburg.", "how about scholz", "Where was Scholz born?"],
  [
    "Who succeeded Angela Merkel?",
    "The sources do not say who succeeded Angela Merkel. They speak of Joachim Sauer.",
    "When was she born?",
    "When was Angela Merkel born?",
  ],
  [
    "Who painted the Mona Lisa?",
    "Leonardo da Vinci painted the Mona Lisa.",
    "when did he die",
    "when did Leonardo da Vinci die",
  ],
])("after %j and the answer %j, %j asks %j", (before, answer, prompt, text) => {
  const conversation = [
    { role: "user", content: before },
    { role: "assistant", content: answer },
  ];
  expect(parseQuestion({ prompt, conversation }).text).toBe(text);
});
