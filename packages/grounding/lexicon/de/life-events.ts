import type { LifeEventWords } from "../life-events.ts";

export const GERMAN_LIFE_EVENTS: LifeEventWords = {
  birth: "geboren* geburt* | geb gebürtig* zur_welt gebar",
  death:
    "starb* stirbt sterben gestorben* verstarb* verstorben* tod tode todes* tot tote toter getötet* ermordet* hingerichtet* " +
    "umgebracht* selbstmord suizid ums_leben | begraben beigesetzt* erlag erschossen gefallen fiel",
  marriage:
    "heirat* geheirat* verheirat* hochzeit* ehefrau* ehemann* eheschließung vermähl* gattin gatte | ehe frau mann trauung getraut trauen",
  divorce: "scheidung* geschieden* scheiden | trennte* getrennt* trennung",
  founding:
    "gegründet* gründete* gründer* gründung* *gründer *gründung gründen mitbegründe* gestiftet* | stiftete begründet* errichtet* eröffnet* " +
    "entstand* ins_leben geschaffen schuf",
};
