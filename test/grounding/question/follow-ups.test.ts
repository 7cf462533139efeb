import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";

const followUpTo = (...said: string[]) => ({
  asks: (prompt: string) =>
    parseQuestion({ prompt, conversation: said.map((content) => ({ role: "user", content })) }),
});

describe("a follow-up", () => {
  it("takes the words of its topic", () => {
    const { text } = followUpTo("How do glaciers shape valleys?", "What about lakes?").asks(
      "How deep do they get?",
    );
    expect(text).toMatch(/^How deep do they get\? \(/);
    for (const word of ["glaciers", "valleys", "lakes"]) expect(text).toContain(word);
  });

  it("keeps what opened the topic over several turns", () => {
    const talk = followUpTo(
      "What do otters eat?",
      "How do they hunt?",
      "Do they use tools?",
      "Which ones are endangered?",
    );
    expect(talk.asks("Can it be stopped?").text).toContain("otters");
  });

  it.each([
    ["How did voters decide in Ohio?", "What about in Texas?", "How did voters decide in Texas?"],
    ["Who coached Serena Williams?", "And Venus Williams?", "Who coached Venus Williams?"],
    ["How long does tofu keep?", "How about in the freezer?", "How long does tofu keep in the freezer?"],
  ])("to %j asks the same again with %j", (before, prompt, text) => {
    expect(followUpTo(before).asks(prompt).text).toBe(text);
  });

  it("takes no parts of an earlier URL for words of the topic", () => {
    const { text } = followUpTo("read http://127.0.0.1:18800/rss.xml").asks("who wrote the feed?");
    expect(text).not.toMatch(/127|rss|xml/);
  });

  it("keeps to the person who was chosen, also in lower case", () => {
    const said = [
      "who is steve mcqueen",
      "Several people are called that. Which one do you mean?",
      "the actor",
    ];
    const conversation = said.map((content, index) => ({
      role: index === 1 ? "assistant" : "user",
      content,
    }));
    const { text, context } = parseQuestion({ prompt: "when did he die?", conversation });
    expect({ text, context }).toEqual({ text: "when did Steve Mcqueen die?", context: "the actor" });
  });

  it.each([
    ["スペースXの創業者は誰ですか？", "いつ設立されましたか？", "スペースXの創業者"],
    ["阿里巴巴的创始人是谁？", "什么时候成立的？", "阿里巴巴, 创始人"],
  ])("of %j takes the words of %j without the question's", (before, prompt, topic) => {
    const { text } = followUpTo(before).asks(prompt);
    expect(text).toContain(`(${topic}`);
    expect(text).not.toMatch(/誰|谁/);
  });

  it("leaves a name alone that a request is about", () => {
    expect(followUpTo("Who was Ada Lovelace?").asks("Tell me about CERN").text).toBe("CERN");
  });

  it("does not take an adverb for a name", () => {
    const { text, expected } = followUpTo("How could my account be hacked?").asks(
      "Now it stopped working. Why?",
    );
    expect(text).toMatch(/^Now it stopped working\. Why\? \(.*account.*hacked.*\)$/);
    expect(expected).toBe("reason");
  });

  it.each([
    "How many moons does the planet Jupiter have in total?",
    "When was Grace Hopper promoted?",
    "Who invented dynamite, nitroglycerine or gunpowder first in Sweden?",
  ])("that stands alone gets nothing: %j", (prompt) => {
    expect(followUpTo("How do otters sleep?").asks(prompt).text).toBe(prompt);
  });

  it("starts a new topic with a new person", () => {
    const talk = followUpTo("When was Ada Lovelace born?", "Where did Grace Hopper study?");
    expect(talk.asks("When did she retire?").text).toBe("When did Grace Hopper retire?");
  });

  it.each([
    ["Wann wurde Clara Schumann geboren?", "Wo starb sie?", "Wo starb Clara Schumann?"],
    ["Кто такой Лев Толстой?", "Где он родился?", "Где Лев Толстой родился?"],
    ["谁是屠呦呦？", "她的丈夫是谁？", "屠呦呦的丈夫是谁？"],
    ["Orhan Pamuk kimdir?", "Nerede doğdu?", "Nerede doğdu? (Orhan Pamuk)"],
  ])("in another language, %j, %j, asks %j", (before, prompt, text) => {
    expect(followUpTo(before).asks(prompt).text).toBe(text);
  });

  it.each([
    ["Who won the 2019 Ashmoor Cup?", "The year before?", "Who won the 2018 Ashmoor Cup?"],
    ["Who won the Ashmoor Cup in 2019?", "And the following year?", "Who won the Ashmoor Cup in 2020?"],
    ["Who won the Ashmoor Cup in 2019?", "what about 2021?", "Who won the Ashmoor Cup in 2021?"],
    ["Who won the Ashmoor Cup in 2019?", "In 2021?", "Who won the Ashmoor Cup in 2021?"],
    ["Wer gewann 2019 den Ashmoor-Pokal?", "Und im Jahr davor?", "Wer gewann 2018 den Ashmoor-Pokal?"],
    [
      "Qui a gagné la coupe Ashmoor en 2019 ?",
      "Et l'année suivante ?",
      "Qui a gagné la coupe Ashmoor en 2020 ?",
    ],
    ["¿Quién ganó la copa Ashmoor en 2019?", "¿Y el año anterior?", "¿Quién ganó la copa Ashmoor en 2018?"],
    ["Chi ha vinto la coppa Ashmoor nel 2019?", "E l'anno prima?", "Chi ha vinto la coppa Ashmoor nel 2018?"],
    ["Quem ganhou a taça Ashmoor em 2019?", "E no ano anterior?", "Quem ganhou a taça Ashmoor em 2018?"],
    ["Wie won de Ashmoor-beker in 2019?", "En het jaar daarvoor?", "Wie won de Ashmoor-beker in 2018?"],
    ["Кто выиграл кубок Ашмура в 2019 году?", "А годом ранее?", "Кто выиграл кубок Ашмура в 2018 году?"],
    [
      "2019'da Ashmoor Kupası'nı kim kazandı?",
      "Peki bir önceki yıl?",
      "2018'da Ashmoor Kupası'nı kim kazandı?",
    ],
    [
      "2019年アシュムーア杯で優勝したのは誰ですか?",
      "その前年は?",
      "2018年アシュムーア杯で優勝したのは誰ですか?",
    ],
    ["谁赢得了2019年阿什穆尔杯?", "前一年呢?", "谁赢得了2018年阿什穆尔杯?"],
    ["2019년 애시무어 컵은 누가 우승했나요?", "그 전년도는?", "2018년 애시무어 컵은 누가 우승했나요?"],
  ])("to %j asks with %j about another year", (before, prompt, text) => {
    expect(followUpTo(before).asks(prompt).text).toBe(text);
  });

  it("reads a year relative to the one last asked about, over several turns", () => {
    const talk = followUpTo("Who won the Ashmoor Cup in 2019?", "The year before?");
    expect(talk.asks("And the year before that?").text).toBe("Who won the Ashmoor Cup in 2017?");
  });

  it("does not search the year of the topic when it asks about another", () => {
    const { text } = followUpTo("Who won the Ashmoor Cup in 2019?").asks(
      "Who finished second the year before?",
    );
    expect(text).toContain("2018");
    expect(text).toContain("Ashmoor");
    expect(text).not.toContain("2019");
  });

  it("counts from last year's question by today's date", () => {
    const conversation = [{ role: "user", content: "Who won the Ashmoor Cup last year?" }];
    const ask = (prompt: string) => parseQuestion({ prompt, conversation, now: Date.UTC(2026, 10, 28) });
    expect(ask("The year before?").text).toBe("Who won the Ashmoor Cup 2024?");
    expect(ask("And this year?").text).toBe("Who won the Ashmoor Cup 2026?");
  });
});
