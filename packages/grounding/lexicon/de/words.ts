import type { LanguageWords } from "../language-words.ts";

export const GERMAN_WORDS: LanguageWords = {
  stopWords:
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses diesen diesem jener " +
    "jene jenes jenen jenem jeder jede jedes jeden jedem alle allem allen aller alles manche mancher einige einigen einiger etwas " +
    "nichts man und oder aber denn sondern wenn ob dass daß weil da als wie so damit obwohl während bevor nachdem sowie sowohl weder noch " +
    "nur auch schon sehr mehr meist mal hier dort dann doch nicht nun immer wieder bereits etwa rund ich mich mir mein meine meinen meinem " +
    "meiner du dich dir dein deine er ihn ihm sich sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres es wir uns " +
    "unser unsere euch euer wer wen wem wessen was welche welcher welches welchen welchem wann wo wohin woher warum wieso weshalb worin " +
    "woraus womit wovon woran worauf wobei wozu wonach wodurch wofür worüber laut gemäß bin bist ist sind war waren wart sei seien wäre wären gewesen habe hast hat haben hatte hatten " +
    "hätte gehabt werde wird werden wurde wurden worden würde würden kann können konnte konnten könnte muss müssen musste mussten soll " +
    "sollen sollte will wollen wollte darf dürfen durfte mag möchte in im ins an am ans auf aus bei beim bis durch für gegen hinter mit " +
    "nach neben ohne seit über um unter vom von vor zu zum zur zwischen ab innerhalb außerhalb wegen trotz per pro bitte sag sage gib " +
    "viel viele vielen wenig wenige ander andere anderen anderer anderes selbst dabei dazu davon daran darauf dafür",
  pronouns:
    "er sie es ihn ihm ihnen sein seine seiner seinem seinen ihr ihre ihrer ihrem ihren dieser diese dieses diesem diesen dessen deren " +
    "jener jene jenes letzterer letztere letzteres",
  months: [
    "januar|jan|jänner",
    "februar|feb|feber",
    "märz|mrz",
    "april|apr",
    "mai",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sept|sep",
    "oktober|okt",
    "november|nov",
    "dezember|dez",
  ],
  common:
    "geboren gestorben starb geboren jahr jahre jahren jahrhundert tag zeit mann frau leben arbeit welt krieg stadt land erste ersten letzte " +
    "neue neuen große größte alte name genannt bekannt gilt heißt heute später damals zwei drei vier gegründet präsident unternehmen " +
    "firma universität schauspieler sänger politiker schreibe schreib erkläre beschreibe nenne erzähl zeige finde hilf deutsche " +
    "deutscher deutschen deutschland gehört liegt gibt hauptstadt einwohner geschichte bedeutung vater mutter sohn tochter verheiratet wohnt alt",
};
