import { parseQuestion } from "@plumbline/grounding/question";
import { expect, it } from "vitest";
import { isPleasantry } from "../../../packages/grounding/gate/remark.ts";

it.each([
  [
    "Who is Angela Merkel?",
    "Angela Merkel is a German politician.",
    "Who founded Boeing?",
    "Who founded Boeing?",
  ],
  ["hi", "Hello! How can I help?", "so who runs intel these days", "who runs intel these days"],
  [
    "Thanks for your help yesterday, Claude",
    "You are welcome!",
    "who is the ceo of intel",
    "who is the ceo of intel",
  ],
  [
    "I am preparing for my flight to Madrid",
    "Have a nice trip!",
    "Who founded Boeing?",
    "Who founded Boeing?",
  ],
  ["Who is Tim Cook?", "Tim Cook is the CEO of Apple.", "who owns nokia", "who owns nokia"],
  [
    "When was Elon Musk born?",
    "In 1971.",
    "What is the capital of Australia?",
    "What is the capital of Australia?",
  ],
  ["danke", "Gern!", "Wer leitet Siemens?", "Wer leitet Siemens?"],
  [
    "Who is Satya Nadella?",
    "Satya Nadella is the CEO of Microsoft.",
    "What does Microsoft make?",
    "What does Microsoft make?",
  ],
  [
    "Who is Ada Lovelace?",
    "Ada Lovelace was a mathematician.",
    "What is the unemployment rate in Spain?",
    "What is the unemployment rate in Spain?",
  ],
])("after %j and %j, %j takes no context", (before, answer, prompt, text) => {
  const conversation = [
    { role: "user", content: before },
    { role: "assistant", content: answer },
  ];
  expect(parseQuestion({ prompt, conversation }).text).toBe(text);
});

it.each([
  ["Who is the CEO of Intel?", "when was it founded?", "Intel"],
  ["Where is Boeing headquartered?", "who founded it?", "Boeing"],
  ["Who is the CEO of Microsoft?", "Who founded the company?", "Microsoft"],
  ["How did voters decide in Ohio in 2020?", "Who won in Texas?", "2020"],
  ["Tell me about the 1906 earthquake", "What was the damage in Oakland?", "earthquake"],
  ["Who won the 2022 World Cup?", "Who scored in the final?", "2022 World Cup"],
])("after %j, %j still takes %j", (before, prompt, term) => {
  const conversation = [{ role: "user", content: before }];
  expect(parseQuestion({ prompt, conversation }).text).toContain(term);
});

it.each([
  "hi",
  "Hello there!",
  "good morning",
  "hey claude",
  "Thanks for your help yesterday, Claude",
  "danke",
])("takes %j for a pleasantry", (turn) => expect(isPleasantry(turn)).toBe(true));

it.each(["Hello, I am meeting Ada Lovelace.", "thanks! and who is Tim Cook?", "Hi, who runs Intel?"])(
  "takes %j for more than a pleasantry",
  (turn) => expect(isPleasantry(turn)).toBe(false),
);
