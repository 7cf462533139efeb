/**
 * Weights of English words, as an inverse document frequency in four steps: the rarer the word, the heavier.
 * The table is a manual estimate of how common words are and was not counted from a corpus.
 */
export const COMMON_WORDS: readonly (readonly [weight: number, words: string])[] = [
  [
    1,
    "year time people day man woman way thing new first last good great old long little big high small large make made go went come " +
      "came take took get got know known see say said think use find work call called name named become became include part place " +
      "number two three group case life world home back well early late later next young",
  ],
  [
    2,
    "month week date age person child family son daughter father mother wife husband brother sister state city country town area " +
      "school university college company government national international american british english public general member " +
      "president party house game team play player season series show film movie book song music album author writer wrote write " +
      "written release released born died death birth married start started begin began end ended win won award title position role " +
      "second third fourth top best main major common different several show water land war history study research report news " +
      "information fact question answer word example kind type form mean meaning area side line point street place hold held run " +
      "lead leave left move live lived serve served join joined receive received found founded create created build built open " +
      "current currently recent recently today now million thousand hundred percent per many full original published",
  ],
  [
    3,
    "north south east west northern southern eastern western river island mountain lake sea church king queen prince lord minister " +
      "law court police army force military officer service office board director manager chief head leader election vote " +
      "political party policy union association society organization institute department science art culture language " +
      "business market price money bank economy industry product production development system program project plan process " +
      "record club league cup championship football match score goal race actor actress singer band artist character voice " +
      "television episode network radio magazine newspaper editor journal paper version student professor teacher education degree " +
      "doctor hospital health medical disease body blood heart food plant animal building road station train car ship air " +
      "population capital region district county province village border language religion god battle treaty independence republic " +
      "act bill right amendment constitution board host winner prize ceremony career birthday nationality occupation biography",
  ],
];
