import type { SentenceWords } from "../sentence-words.ts";

export const TURKISH_SENTENCES: SentenceWords = {
  abbreviations:
    "dr prof doç yrd öğr gör av uzm op alb gen org korg tümg tuğg bnb yzb ütğm sn hz st m.ö m.s mö ms yy y.y vb vs vd bkz örn çev haz s ss no nr cad sok sk " +
    "mah apt bşk müh yd yük t.c a.ş ltd şti tic san ör yak yay ed der cilt c bl böl fak üniv ens md müd mim ecz kim mat ing fr alm ar far lat yun jr sr " +
    "a.b.d m ö k d b g",
  openEnded: "vb vs vd yy y.y a.ş şti jr sr a.b.d",
  subjects: "o onlar",
  hasDottedOrdinals: true,
  refersToNothing:
    /^(?:bu (?:sayfa|madde|makale|liste|site|yazı|yazıda|makalede|sayfada)|o (?:hâlde|halde|zaman)|bunun (?:yanı|yanında|dışında|için)|bu (?:nedenle|yüzden|sebeple|arada|bakımdan)|buna (?:karşılık|karşın|rağmen|göre|ek olarak)|bununla (?:birlikte|beraber)|bundan (?:dolayı|sonra|başka))(?!\p{L})/u,
};
