import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";

const subjectsOf = (prompt: string) => parseQuestion({ prompt }).subjects;

describe("the subjects", () => {
  it.each([
    ["How many Grand Slam titles has Roger Federer won?", "Roger Federer"],
    ["How many Nobel Prizes did Marie Curie win?", "Marie Curie"],
    ["Was Tim Cook convicted of fraud?", "Tim Cook"],
    ["In which World War did Audie Murphy fight?", "Audie Murphy"],
    ["Has Ellen MacArthur sailed in the America's Cup?", "Ellen MacArthur"],
    ["When did Ludwig van Beethoven leave Bonn?", "Ludwig van Beethoven"],
    ["Which books did J. K. Rowling write?", "J. K. Rowling"],
    ["What did Mohammed bin Rashid build?", "Mohammed bin Rashid"],
    ["Why is Kanye West famous?", "Kanye West"],
    ["What does OpenAI CEO Sam Altman earn?", "Sam Altman"],
    ["Who is Plato?", "Plato"],
    ["Who is Björk's daughter?", "Björk"],
    ["When did Beyoncé's husband retire?", "Beyoncé"],
    ["Where does Adele's new husband live?", "Adele"],
    ["Is Shakira's father alive?", "Shakira"],
    ["how old is grace hopper", "grace hopper"],
    ["Which Taylor Swift songs did Max Martin produce?", "Max Martin"],
    ["Is Keanu Reeves Canadian?", "Keanu Reeves"],
    ["Was Freddie Mercury British or Indian?", "Freddie Mercury"],
    ["Is Armen Petrosian in Berlin?", "Armen Petrosian"],
  ])("of %j begin with %j", (prompt, subject) => {
    expect(subjectsOf(prompt)[0]).toBe(subject);
  });

  it.each([
    "Who is the CEO of OpenAI?",
    "When was CERN founded?",
    "Who won the Champions League in 2019?",
    "How long did the Cold War last?",
    "What is the population of New York?",
    "Where was the Red Cross founded?",
    "Who directed the film Annie Hall?",
    "Wer ist der Chef von Siemens?",
    "¿Quién es el presidente de Chile?",
    "阿里巴巴的创始人是谁？",
  ])("do not exist in %j", (prompt) => {
    expect(subjectsOf(prompt)).toEqual([]);
  });

  it("are all who are named, each once", () => {
    expect(subjectsOf("Did Tim Cook meet Jony Ive before Tim Cook joined?")).toEqual([
      "Tim Cook",
      "Jony Ive",
    ]);
  });

  it.each([
    ["谁是马云？", "马云", "zh"],
    ["埃隆·马斯克创办了几家公司？", "埃隆·马斯克", "zh"],
    ["Кто такой Лев Толстой?", "Лев Толстой", "ru"],
    ["Где родилась Анна Ахматова?", "Анна Ахматова", "ru"],
    ["من هو نجيب محفوظ؟", "نجيب محفوظ", "ar"],
    ["متى توفي طه حسين؟", "طه حسين", "ar"],
    ["Orhan Pamuk kimdir?", "Orhan Pamuk", "tr"],
    ["Atatürk'ün annesi kimdi?", "Atatürk", "tr"],
    ["Wann wurde Nina Hagen geboren?", "Nina Hagen", "de"],
    ["Hat Steffi Graf das Turnier gewonnen?", "Steffi Graf", "de"],
    ["¿Cuántos goles marcó Alexia Putellas?", "Alexia Putellas", "es"],
    ["Qui était Simone Veil ?", "Simone Veil", "fr"],
    ["Chi è Sophia Loren?", "Sophia Loren", "it"],
    ["Quem foi Fernando Pessoa?", "Fernando Pessoa", "pt"],
    ["Wanneer werd Johan Cruijff geboren?", "Johan Cruijff", "nl"],
    ["宮崎駿とは誰ですか？", "宮崎駿", "ja"],
    ["김연아는 누구입니까?", "김연아", "ko"],
  ])("of %j begin with %j in %s", (prompt, subject, language) => {
    expect(parseQuestion({ prompt })).toMatchObject({ subjects: [subject], language });
  });
});

it("nobody is the subject of a question for the holder of an office, in Korean too", () => {
  expect(parseQuestion({ prompt: "네이버의 현재 대표이사는 누구인가요?" }).subjects).toEqual([]);
});

describe("the constraints", () => {
  const NONE = { role: null, place: null, employer: null, years: [] };
  it.each([
    ["Who is Ana Silva, the chemist from Porto?", { role: "chemist", place: "Porto" }],
    ["Who is the physicist Ana Silva?", { role: "physicist" }],
    ["Sam Altman (the OpenAI CEO)", { role: "CEO", employer: "OpenAI" }],
    ["Where did OpenAI CEO Sam Altman study?", { role: "CEO", employer: "OpenAI" }],
    ["Who is Satya Nadella of Microsoft?", { employer: "Microsoft" }],
    ["Who is John Smith at Stripe?", { employer: "Stripe" }],
    ["Who is John Smith from Toronto?", { place: "Toronto" }],
    ["Who is John Smith, the American football player?", { role: "American football player" }],
    ["Did Ana Silva win in 1999 or 2003?", { years: [1999, 2003] }],
    ["Wer ist Hans Müller, der Physiker aus Berlin?", { role: "Physiker", place: "Berlin" }],
    ["Was Tim Cook at Compaq?", {}],
    ["How many Nobel Prizes did Marie Curie win?", {}],
  ])("of %j", (prompt, constraints) => {
    expect(parseQuestion({ prompt }).constraints).toEqual({ ...NONE, ...constraints });
  });
});
