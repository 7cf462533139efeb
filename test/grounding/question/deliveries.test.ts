import { parseQuestion } from "@plumbline/grounding/question";
import { expect, it } from "vitest";

it.each([
  ["Who is the CEO of Microsoft? Post it to #general.", "Who is the CEO of Microsoft?"],
  ["Where is Boeing based? Mail it to bob@example.com", "Where is Boeing based?"],
  ["Find out who runs Microsoft and post it to #general", "who runs Microsoft"],
  ["Post to #general who the CEO of Microsoft is", "who the CEO of Microsoft is"],
  ["Look up the CEO of Microsoft and create a Linear issue about it", "the CEO of Microsoft"],
  ["Please mail a short bio of Satya Nadella to bob@example.com", "Who is Satya Nadella?"],
  ["Send bob@example.com a short bio of Satya Nadella", "Who is Satya Nadella?"],
  ["Who is Satya Nadella? Post a summary to #general", "Who is Satya Nadella?"],
  ["Where is Boeing based? Please tell #general.", "Where is Boeing based?"],
  ["Research Satya Nadella and post a summary to #general.", "Who is Satya Nadella?"],
  ["who is the ceo of microsoft? send it to bob@example.com", "who is the ceo of microsoft?"],
  ["Who is the CEO of Microsoft? Please post the answer in #general.", "Who is the CEO of Microsoft?"],
  ["send a mail to anna@example.com: who is the CEO of Intel", "who is the CEO of Intel"],
  ["Check who runs Siemens and send me an email", "who runs Siemens"],
  ["tell #general who the CEO of Airbus is", "who the CEO of Airbus is"],
  ["email bob@example.com the founding year of Nokia", "the founding year of Nokia"],
  ["Who runs Intel and who runs Boeing?", "Who runs Intel and who runs Boeing?"],
  ["Who wrote the post and sent the mail to Garcia?", "Who wrote the post and sent the mail to Garcia?"],
  ["When did Henry Ford send a telegram to Edison?", "When did Henry Ford send a telegram to Edison?"],
  ["Who founded Twitter and created Square?", "Who founded Twitter and created Square?"],
  ["Where is Lego based? Please let #general know.", "Where is Lego based?"],
  ["post who owns Reuters to #news", "who owns Reuters"],
  [
    "When was Angela Merkel born? Send the answer to anna@example.com, please.",
    "When was Angela Merkel born?",
  ],
  ["Who leads Nestlé? Then post a message to #sales.", "Who leads Nestlé?"],
  ["How old is Lionel Messi and share it with the team", "How old is Lionel Messi"],
  ["Could you find out who founded Ericsson and email me the answer?", "who founded Ericsson?"],
  ["Let the team know who won the 2022 World Cup", "who won the 2022 World Cup"],
  ["Tell Anna who runs Siemens", "who runs Siemens"],
  ["Who invented the telephone? Add it to my notes.", "Who invented the telephone?"],
  ["Look up the CEO of Lego", "the CEO of Lego"],
  ["Who sent the first email?", "Who sent the first email?"],
  ["When did Elon Musk share the post?", "When did Elon Musk share the post?"],
  ['Who wrote "Post Office"?', 'Who wrote "Post Office"?'],
  ["Who did Kepler write to?", "Who did Kepler write to?"],
])("searches of %j the question alone", (prompt, text) => {
  expect(parseQuestion({ prompt }).text).toBe(text);
});

it.each(["Post it to #general.", "Please mail it to bob@example.com"])(
  "keeps %j, which asks nothing else",
  (prompt) => {
    expect(parseQuestion({ prompt }).text).not.toBe("");
  },
);
