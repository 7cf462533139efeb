import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../packages/grounding/lexicon/detect-language.ts";

describe("detectLanguage", () => {
  it.each([
    ["Where did the inventor of the zip fastener grow up?", "en"],
    ["population of the largest town in wales", "en"],
    ["Wer hat den Reißverschluss erfunden?", "de"],
    ["Wann wurde Clara Zetkin geboren", "de"],
    ["¿Quién inventó la cremallera?", "es"],
    ["donde nacio la madre de Simón Bolívar", "es"],
    ["Qui a inventé la fermeture éclair ?", "fr"],
    ["Quelle est la capitale de l’Australie", "fr"],
    ["Chi ha inventato la cerniera lampo?", "it"],
    ["dove è nato Enrico Fermi", "it"],
    ["Quem inventou o zíper e em que ano?", "pt"],
    ["Onde nasceu Santos Dumont?", "pt"],
    ["Wie heeft de ritssluiting uitgevonden?", "nl"],
    ["Waar werd Aletta Jacobs geboren?", "nl"],
    ["Fermuarı kim icat etti?", "tr"],
    ["Orhan Veli hangi yıl doğdu", "tr"],
    ["Кто изобрёл застёжку-молнию?", "ru"],
    ["من اخترع السحاب؟", "ar"],
    ["谁发明了拉链？", "zh"],
    ["ファスナーを発明したのは誰ですか", "ja"],
    ["東京都の人口は何人ですか", "ja"],
    ["지퍼를 발명한 사람은 누구인가요?", "ko"],
  ])("%j is %s", (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ["Who is 马云 and where does he live?", "en"],
    ["谁是 Gideon Sundback？", "zh"],
    ["Кто такой Gideon Sundback?", "ru"],
    ["من هو Gideon Sundback؟", "ar"],
    ["Wie alt wurde der Regisseur Luis García Berlanga?", "de"],
    ["Where was Jürgen Schäfer-Öztürk last seen?", "en"],
  ])("is not misled by a foreign name: %j", (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    "",
    "1954 – 2011",
    "Angela Merkel",
    "Хто винайшов застібку-блискавку і коли?",
    "Кой е изобретил ципа?",
    "زیپ را چه کسی اختراع کرد و کجا زندگی می‌کرد؟",
    "Kto wynalazł zamek błyskawiczny i gdzie się urodził?",
    "Vem uppfann blixtlåset och när var det?",
    "ใครเป็นผู้ประดิษฐ์ซิป",
  ])("does not know %j", (text) => {
    expect(detectLanguage(text)).toBeNull();
  });

  it("reads a bounded part of a long text", () => {
    const text = `${"The river rises in the hills and flows to the sea. ".repeat(100_000)}`;
    const started = performance.now();
    expect(detectLanguage(text)).toBe("en");
    expect(performance.now() - started).toBeLessThan(200);
  });
});
