import { describe, expect, it } from "vitest";
import { claimsAsRead, researchPassages } from "../../eval/product.ts";

/** A question, a page's title, a sentence that leaves the question open, and one that answers it. */
const PAIRS: readonly (readonly [question: string, title: string, near: string, right: string])[] = [
  [
    "How long is the Morran Tunnel?",
    "Morran Tunnel",
    "The Morran Tunnel cost 340 million euros.",
    "The Morran Tunnel is 14.2 km long.",
  ],
  [
    "How many people died in the Ostrava hotel fire?",
    "Ostrava hotel fire",
    "The fire in the Ostrava hotel broke out in 1987 on the third floor.",
    "The fire in the Ostrava hotel killed 23 people in 1987.",
  ],
  [
    "Why did the Kessler Mine close?",
    "Kessler Mine",
    "The Kessler Mine closed in 1978, when it was to open a museum.",
    "The Kessler Mine closed in 1978 because the coal seam was exhausted.",
  ],
  [
    "What did Mara Holt die of?",
    "Mara Holt",
    "Mara Holt was the only child of Peter Lund, who died of a fever in Leeds.",
    "Mara Holt died of a fever in Leeds.",
  ],
  [
    "Who founded Tarnhill Brewery?",
    "Tarnhill Brewery",
    "Tarnhill Brewery was founded in 1874 in the town of Kelsey.",
    "Tarnhill Brewery was founded in 1874 by the Scottish maltster Angus Reid.",
  ],
  [
    "when was the Vanta 300 released",
    "Vanta 300",
    "The Vanta 310 was released in May 2016.",
    "The Vanta 300 was released in September 2014.",
  ],
  [
    "Which club did Ivo Matić join after Dynamo Kresta?",
    "Ivo Matić",
    "Before joining Dynamo Kresta, Ivo Matić played for FK Zeleno.",
    "After leaving Dynamo Kresta, Ivo Matić joined SC Altmark.",
  ],
  [
    "Who is the current mayor of Brackwater?",
    "Brackwater",
    "Tom Ellery was mayor of Brackwater from 2004 to 2012.",
    "Susan Pell has been the mayor of Brackwater since 2019.",
  ],
  [
    "who is the ceo of Telvane now",
    "Telvane",
    "Former Telvane CEO Mark Oduya joined the board of another company.",
    "Telvane CEO Ines Brandt presented the results on Monday.",
  ],
  [
    "Where was the treaty of Sarnell signed?",
    "Treaty of Sarnell",
    "The Treaty of Sarnell was signed on 3 May 1712 by both kings.",
    "The Treaty of Sarnell was signed in the city of Utrecht.",
  ],
  [
    "who won the 2016 halden cup",
    "Halden Cup",
    "IFK Toren won the 2017 Halden Cup on penalties.",
    "BK Solna won the 2016 Halden Cup.",
  ],
  [
    "Who beat Nadia Orlova in the final of the Sopot Open?",
    "Sopot Open",
    "Nadia Orlova beat Elke Brandt in the final of the Sopot Open.",
    "Elke Brandt beat Nadia Orlova in the final of the Sopot Open.",
  ],
  [
    "which company acquired Lumen Optics",
    "Lumen Optics",
    "Lumen Optics acquired the start-up Prismo in 2012.",
    "Lumen Optics was acquired by Zellner Group in 2015.",
  ],
  [
    "Who succeeded Pope Anselm IV?",
    "Pope Anselm IV",
    "Pope Anselm IV succeeded Pope Leo XIV in 1512.",
    "The successor of Pope Anselm IV was Julian.",
  ],
  [
    "Wer gründete die Brauerei Tannhof?",
    "Brauerei Tannhof",
    "Die Brauerei Tannhof wurde 1874 in Kelheim gegründet.",
    "Die Brauerei Tannhof wurde 1874 von Anton Reid gegründet.",
  ],
  [
    "Wer wurde nach Otto Lindh Vorsitzender von Norvik Stahl?",
    "Norvik Stahl",
    "Otto Lindh wurde nach Per Dahl Vorsitzender von Norvik Stahl.",
    "Nach Otto Lindh wurde Karin Holm Vorsitzende von Norvik Stahl.",
  ],
  [
    "¿Por qué cerró la fábrica de Molares?",
    "Fábrica de Molares",
    "La fábrica de Molares cerró en 1987.",
    "La fábrica de Molares cerró debido a la competencia extranjera.",
  ],
  [
    "¿Quién es el alcalde de Bracamar?",
    "Bracamar",
    "Tomás Elía fue alcalde de Bracamar de 2004 a 2012.",
    "El alcalde de Bracamar es Pablo Nieto desde 2019.",
  ],
  [
    "¿Dónde nació Clara Voz?",
    "Clara Voz",
    "Clara Voz nació el 3 de mayo de 1961.",
    "Clara Voz nació en Salamanca.",
  ],
  [
    "Qui a fondé la brasserie Tarnelle ?",
    "Brasserie Tarnelle",
    "La brasserie Tarnelle a été fondée en 1874 à Lille.",
    "La brasserie Tarnelle a été fondée par Augustin Reyer.",
  ],
  [
    "Chi ha fondato il birrificio Tarnella?",
    "Birrificio Tarnella",
    "Il birrificio Tarnella è stato fondato nel 1874 a Torino.",
    "Il birrificio Tarnella è stato fondato da Aldo Reini.",
  ],
  [
    "Почему закрылась фабрика Молар?",
    "Фабрика Молар",
    "Фабрика Молар закрылась в 1987 году.",
    "Фабрика Молар закрылась из-за дешёвого импорта.",
  ],
  [
    "Кто основал пивоварню Тарнхилл?",
    "Пивоварня Тарнхилл",
    "Пивоварня Тарнхилл основана в 1874 году в Твери.",
    "Пивоварню Тарнхилл основал Андрей Рогов.",
  ],
  [
    "Waarom sloot de fabriek van Molen?",
    "Fabriek van Molen",
    "De fabriek van Molen sloot in 1987.",
    "De fabriek van Molen sloot vanwege goedkope import.",
  ],
  [
    "What is the average depth of Lake Morran?",
    "Lake Morran",
    "Lake Morran has a maximum depth of 42 metres.",
    "Lake Morran has an average depth of 17 metres.",
  ],
  [
    "When did the Tarn ferry open?",
    "Tarn ferry",
    "The operator plans to open the Tarn ferry in May 2031.",
    "The operator opened the Tarn ferry in May 2021.",
  ],
  [
    "How many cities did Ada Brandt visit?",
    "Ada Brandt",
    "Ada Brandt intends to visit eight cities.",
    "Ada Brandt visited eight cities.",
  ],
  [
    "When did Ada Brandt sign with Vela?",
    "Ada Brandt",
    "Ada Brandt denied on 3 May 2014 that she had signed with Vela.",
    "Ada Brandt signed with Vela on 3 May 2014.",
  ],
  [
    "What is the tallest building in Norland?",
    "Buildings of Norland",
    "Kest Tower is the tallest wooden building in Norland.",
    "Kest Tower is the tallest building in Norland.",
  ],
  [
    "Which company did Vela buy?",
    "Vela",
    "Halden Foods bought Vela in 2014.",
    "Vela bought Halden Foods in 2014.",
  ],
  [
    "How many days does the Norland Railway take?",
    "Norland Railway",
    "The Norland Railway takes 1,420 kilometres.",
    "The Norland Railway takes six days.",
  ],
  [
    "How much money does Ada Brandt have?",
    "Ada Brandt",
    "Ada Brandt has 3 million subscribers.",
    "Ada Brandt has 3 million euros.",
  ],
  [
    "What was the revenue of Vela in 2021?",
    "Vela",
    "Vela's packaging division had revenue of 4 million euros in 2021.",
    "Vela had revenue of 4 million euros in 2021.",
  ],
  [
    "How many cases did Norland count in 2021?",
    "Measles",
    "Lower Norland counted 71 cases in 2021.",
    "Norland counted 71 cases in 2021.",
  ],
  [
    "Which four sons of Otto Brandt became musicians?",
    "Otto Brandt",
    "Four of the sons of Otto Brandt became musicians.",
    "The four sons of Otto Brandt who became musicians were Emil, Karl, Johann and Max.",
  ],
];

describe("what a question asks for has to be filled", () => {
  it.each(PAIRS)("%s", async (question, title, near, right) => {
    expect((await researchPassages(question, [{ title, text: near }])).error_code).toBe(
      "research_insufficient_evidence",
    );
    const found = await researchPassages(
      question,
      [near, right].map((text) => ({ title, text })),
    );
    expect(claimsAsRead(found)[0]?.text).toBe(right);
  });
});
