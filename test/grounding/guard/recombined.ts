/** Pages, and sentences that put together what a page says of two things, beside true ones in other words. */
export const RECOMBINED = [
  {
    subject: "Halvorsen Foods, Brann and aspirin",
    pages: [
      {
        title: "Halvorsen Foods annual report",
        url: "https://a.example/r",
        text: words(`
          Halvorsen Foods reported revenue of $4.2 billion in 2023, up from $3.9 billion in 2022. Net
          profit fell 12% to $310 million, while operating costs rose 8%. The company opened 14 stores in
          Poland and closed three in Sweden. Chief executive Lena Strand, who succeeded Jonas Vik in 2019,
          said the group would not pay a dividend this year. Analysts at Borg Bank had expected a profit
          of $350 million. Its share price dropped by 6% on Monday before recovering to 84 kroner on
          Friday.
        `),
      },
      {
        title: "Lena Strand - profile",
        url: "https://b.example/p",
        text: words(`
          Lena Strand, 52, grew up in Tromsø, where her father ran a fish market. She studied economics at
          the University of Oslo and later worked for McKinsey in London. In 2011 she joined Halvorsen
          Foods as head of strategy. Strand is married to the architect Per Lund; the couple have twin
          sons. She has never commented on reports that she may enter politics. Her predecessor, Jonas
          Vik, was fined in 2020 for insider trading.
        `),
      },
      {
        title: "FC Brann 2–3 Rosenborg",
        url: "https://c.example/m",
        text: words(`
          Rosenborg beat Brann 3–2 in Bergen on Sunday, with Sander Moe scoring twice in the second half.
          Brann had led 2–0 at half-time through goals by Erik Dahl and Tom Hauge. Moe, 19, was replaced
          by Aksel Lie after 88 minutes because of a knee injury. Referee Ola Berg sent off Brann's
          goalkeeper Nils Aas for a foul on Lie. Brann remain third in the table, four points behind
          leaders Molde. Rosenborg have not lost since 3 March.
        `),
      },
      {
        title: "Aspirin – uses",
        url: "https://d.example/d",
        text: words(`
          Aspirin reduces fever and relieves mild to moderate pain. Adults may take 300 to 600 mg every
          four to six hours, and no more than 4 g in 24 hours. It should not be given to children under 16
          because of the risk of Reye's syndrome. Unlike ibuprofen, aspirin prevents blood clots for
          several days. Common side effects include nausea, heartburn and, less often, stomach bleeding.
          Patients with asthma should ask a doctor before taking it. The drug was first synthesised by
          Felix Hoffmann at Bayer in 1897.
        `),
      },
    ],
    wrong: lines(`
      Halvorsen Foods reported revenue of $4.2 billion in 2022.
      Halvorsen Foods reported revenue of $3.9 billion in 2023.
      Net profit rose 12% to $310 million.
      Operating costs fell 12%.
      The company opened 14 stores in Sweden.
      The company closed 14 stores.
      Lena Strand succeeded Jonas Vik in 2020.
      Lena Strand said the group would pay a dividend this year.
      Halvorsen Foods made a profit of $350 million.
      Its share price dropped to 84 kroner on Monday.
      Lena Strand ran a fish market.
      Lena Strand's father studied economics at the University of Oslo.
      Lena Strand studied economics in London.
      In 2011 she joined Halvorsen Foods as chief executive.
      Per Lund is married to an architect.
      Lena Strand has commented on reports that she may enter politics.
      Lena Strand may enter politics.
      Lena Strand was fined for insider trading.
      Rosenborg lost 3–2 to Brann.
      Rosenborg beat Brann 2–3.
      Sander Moe scored twice in the first half.
      Aksel Lie was replaced by Sander Moe after 88 minutes.
      Moe was replaced after 88 minutes because of a foul.
      Aksel Lie was sent off for a foul on Nils Aas.
      Brann are third, three points behind leaders Molde.
      Rosenborg have lost since 3 March.
      Aspirin relieves severe pain.
      Adults may take 300 to 600 mg in 24 hours.
      Children under 16 may take 300 to 600 mg every four to six hours.
      Ibuprofen prevents blood clots for several days.
      Aspirin, unlike ibuprofen, does not prevent blood clots.
      Patients with asthma should not take it.
      Patients with asthma should take it.
      Patients should ask a doctor about asthma before taking it.
      Bayer was first synthesised in 1897.
      Because of the risk of Reye's syndrome, aspirin should be given to children.
      The company has 14 stores in Poland.
      Halvorsen Foods was fined in 2020 for insider trading.
      Sander Moe, 19, scored for Brann.
    `),
    right: lines(`
      Halvorsen Foods reported revenue of $4.2 billion in 2023.
      Revenue rose from $3.9 billion in 2022 to $4.2 billion in 2023.
      Operating costs rose 8%.
      The company closed three stores in Sweden.
      Lena Strand is the chief executive of Halvorsen Foods.
      Analysts at Borg Bank expected a profit of $350 million.
      Her father ran a fish market in Tromsø.
      Strand later worked for McKinsey in London.
      Lena Strand is married to the architect Per Lund.
      Jonas Vik was fined for insider trading in 2020.
      Sander Moe scored twice in the second half.
      Moe was replaced by Aksel Lie after 88 minutes.
      Brann's goalkeeper Nils Aas was sent off for a foul on Lie.
      Rosenborg have not lost since 3 March.
      Adults should take no more than 4 g in 24 hours.
      Aspirin should not be given to children under 16.
      Side effects include nausea and heartburn.
      Aspirin was first synthesised by Felix Hoffmann in 1897.
    `),
  },
  {
    subject: "Lindby",
    pages: [
      {
        title: "Museum of Glass, Lindby",
        url: "https://a.example/r",
        text: words(`
          The Museum of Glass in Lindby opened in 1987 and moved to its present building in 2004. It was
          designed by the Danish architect Karen Bohr, whose father had built the town hall. About 90,000
          people visit it every year, two thirds of them from abroad. The main hall shows 1,200 vases,
          while the cellar holds drawings by Emil Ganz. Entry costs 12 euros for adults and 5 euros for
          children. A fire in 2016 destroyed the workshop but spared the collection.
        `),
      },
      {
        title: "Emil Ganz",
        url: "https://b.example/p",
        text: words(`
          Emil Ganz (1891–1960) was an Austrian glassmaker who worked mainly in Sweden. He learned his
          trade from his uncle Otto Ganz and refused to sell his drawings. In 1934 he left Vienna for
          Lindby, where he taught Maria Sund. Sund later won the Hansen Prize, which Ganz had been denied
          in 1929. After the war he was accused of smuggling, but the case was dropped in 1948. His wife
          Clara wrote three books about glass and translated a fourth.
        `),
      },
      {
        title: "Lake Orm",
        url: "https://c.example/m",
        text: words(`
          Lake Orm is 23 km long and up to 140 m deep. Its water level rose by 2 m in 1951 after the Tal
          dam was completed. Pike and perch live in the lake; salmon disappeared in the 1970s because of
          pollution. Swimming is allowed on the eastern shore, and boats need a permit. The ferry to Orm
          Island runs every hour from May to September and twice a day in winter. Divers found a wreck in
          2009 that experts believe to be the Svanen.
        `),
      },
      {
        title: "Vitamin K",
        url: "https://d.example/d",
        text: words(`
          Vitamin K helps blood to clot and is found in green vegetables such as spinach. Newborns are
          given an injection because their bodies have little of it. People who take warfarin should keep
          their intake steady and must not stop the drug without advice. Unlike vitamin C, it is soluble
          in fat. A lack of it is rare in adults but can cause bleeding. It was discovered by Henrik Dam
          in 1929, and Edward Doisy described its structure ten years later.
        `),
      },
    ],
    wrong: lines(`
      The Museum of Glass opened in 2004.
      Karen Bohr had built the town hall.
      Karen Bohr's father designed the museum.
      The museum was designed by the architect's father.
      About 90,000 people visit it every month.
      Two thirds of the vases come from abroad.
      The main hall holds drawings.
      Entry costs 12 euros for children.
      A fire in 2016 spared the workshop.
      Emil Ganz worked mainly in Austria.
      Otto Ganz learned his trade from Emil Ganz.
      Otto Ganz refused to sell his drawings.
      Emil Ganz sold his drawings.
      Ganz won the Hansen Prize.
      Sund was denied the Hansen Prize in 1929.
      Ganz was accused of smuggling in 1948.
      His wife Clara translated three books.
      Emil Ganz wrote three books about glass.
      Lake Orm is 23 km deep.
      Its water level fell by 2 m in 1951.
      Pike and perch disappeared in the 1970s.
      Swimming needs a permit.
      Swimming is allowed on the western shore.
      The ferry runs every hour in winter.
      The ferry runs twice a day from May to September.
      The ferry runs every hour from September to May.
      Vitamin C is soluble in fat.
      Vitamin K is soluble in fat like vitamin C.
      People who take warfarin should stop the drug.
      A lack of it is rare and can cause clots.
      Vitamin K was discovered by Edward Doisy.
      Spinach helps blood to clot.
      Bleeding can cause a lack of it.
    `),
    right: lines(`
      The Museum of Glass in Lindby opened in 1987.
      The museum was designed by Karen Bohr.
      About 90,000 people visit the museum every year.
      The cellar holds drawings by Emil Ganz.
      A fire destroyed the workshop in 2016.
      Ganz learned his trade from his uncle Otto Ganz.
      In 1934 Ganz left Vienna for Lindby.
      Sund later won the Hansen Prize.
      The case was dropped in 1948.
      Lake Orm is 23 km long.
      Pike and perch live in Lake Orm.
      Swimming is allowed on the eastern shore.
      The ferry to Orm Island runs twice a day in winter.
      Vitamin K helps blood to clot.
      Newborns are given an injection of vitamin K.
      A lack of vitamin K is rare in adults.
      Edward Doisy described its structure.
    `),
  },
] as const;

function lines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim());
}

function words(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
