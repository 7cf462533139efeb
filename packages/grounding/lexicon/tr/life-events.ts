import type { LifeEventWords } from "../life-events.ts";

export const TURKISH_LIFE_EVENTS: LifeEventWords = {
  birth: "doğdu* doğum* doğmuş* doğan | dünyaya_gel*",
  death:
    "öldü* ölüm* ölen ölmüş* vefat* hayatını_kaybet* yaşamını_yitir* öldürül* idam* suikast* intihar* | şehit defnedil* gömül*",
  marriage: "evlen* evli evlilik* evliliğ* eşi eşinin karısı* kocası* düğün* | nikah* eş",
  divorce: "boşan* | ayrıl*",
  founding: "kurdu* kuruldu* kurucu* kuruluş* kurul* kuran kurmuş* | kurulmuş* oluşturul* başlat* açıl*",
};
