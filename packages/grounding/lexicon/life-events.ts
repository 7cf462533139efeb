import type { Language } from "./language.ts";

/**
 * Words for the events of a life in one language. Words are separated by spaces; `_` stands for a space
 * inside a phrase, `*` for further letters. A question with a word before the `|` asks about the event. A
 * sentence with any of the words states it.
 */
export interface LifeEventWords {
  birth: string;
  death: string;
  marriage: string;
  divorce: string;
  /** The start of an organisation's life. */
  founding: string;
}

export const LIFE_EVENTS = ["birth", "death", "marriage", "divorce", "founding"] as const;
export type LifeEventName = (typeof LIFE_EVENTS)[number];

export const LIFE_EVENT_WORDS: Readonly<Record<Language, LifeEventWords>> = {
  en: {
    birth: "born birth birthday birthplace birthdate",
    death:
      "die died dies dying death deaths dead killed murder* assassinat* executed suicide drowned perished deceased | " +
      "buried funeral slain shot",
    marriage:
      "marry marries married marriage* wed wedded wedding spouse* wife wives husband* | bride fiancé* couple",
    divorce: "divorc* | separated annul* split",
    founding:
      "founded founder* founding did_found co-found* establish* | set_up start* began begun launch* creat* form formed incorporat* inaugurat* instituted " +
      "inception",
  },
  de: {
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
  },
  es: {
    birth:
      "nació nacen nacieron nacido* nacida* nacer nacimiento* | natural_de oriundo oriunda vio_la_luz natal",
    death:
      "murió mueren murieron morir muerto* muerta* muerte falleci* fallece* falleció asesinad* asesinato asesinó ejecutad* suicid* | " +
      "enterrad* sepultad* perdió_la_vida",
    marriage: "casó casaron casad* casar* matrimonio* boda* espos* contrajo | marido mujer cónyuge unión",
    divorce: "divorci* | separó separaron separación",
    founding:
      "fundó fundaron fundad* fundador* fundación fundar cofund* | establec* creó cread* creación creado inici* constituy* nació",
  },
  ru: {
    birth: "родил* рождён* рожден* родивш* | уроженец уроженка урождённ* уроженц* род",
    death:
      "умер* смерт* скончал* погиб* умирает убит* убил* убий* казнен* казнён* застрел* самоубийств* кончина кончины | похорон* гибел* ум",
    marriage:
      "женил* женат* замуж* брак* браке свадьб* супруг* жена жены жену женой муж мужа мужем | обвенчал* венчан*",
    divorce: "развод* развел* развёл* разведен* | расстал* расторг*",
    founding:
      "основал* основан* основатель* основател* основывать учреди* учрежд* | создал* создан* открыт* образован* сооснователь*",
  },
  tr: {
    birth: "doğdu* doğum* doğmuş* doğan | dünyaya_gel*",
    death:
      "öldü* ölüm* ölen ölmüş* vefat* hayatını_kaybet* yaşamını_yitir* öldürül* idam* suikast* intihar* | şehit defnedil* gömül*",
    marriage: "evlen* evli evlilik* evliliğ* eşi eşinin karısı* kocası* düğün* | nikah* eş",
    divorce: "boşan* | ayrıl*",
    founding: "kurdu* kuruldu* kurucu* kuruluş* kurul* kuran kurmuş* | kurulmuş* oluşturul* başlat* açıl*",
  },
  ar: {
    birth:
      "ولد ولدت يولد مولد مولود ولادة ولادته ولادتها ميلاد ميلاده ميلادها مولده مواليد | رأى_النور مسقط_رأس*",
    death:
      "توفي توفى توفيت توفت وفاة وفاته وفاتها مات ماتت موت موته موتها قتل قتلت مقتل* اغتيل اغتيال* أعدم إعدام* انتحر انتحار* استشهد | " +
      "دفن رحل رحيل* المتوفى",
    marriage: "تزوج تزوجت زواج* متزوج متزوجة زوج زوجة زوجته زوجها زوجات زفاف | عقد_قران* قرينة",
    divorce: "طلق طلقت طلاق* تطلق انفصل انفصلت | مطلق مطلقة",
    founding: "أسس أسست أسسه أسسها تأسس تأسست تأسيس* مؤسس* تأسيسها | أنشئ* أنشأ* إنشاء* أقام",
  },
  zh: {
    birth: "出生 生于 生於 诞生 誕生 生日 诞辰 誕辰 | 出世 降生",
    death:
      "逝世 去世 死亡 死于 死於 死因 卒于 卒於 病逝 病故 离世 離世 遇害 遇刺 被杀 被殺 自杀 自殺 处决 處決 阵亡 陣亡 | 逝于 去逝 身亡 辞世 辭世 驾崩 牺牲 安葬 亡故 死",
    marriage: "结婚 結婚 婚姻 婚礼 婚禮 妻子 丈夫 配偶 嫁给 嫁給 娶 | 成婚 完婚 再婚 夫人 夫妇 夫婦 太太",
    divorce: "离婚 離婚 | 分手 离异 離異",
    founding: "创立 創立 创办 創辦 创建 創建 成立 建立 创始 創始 | 设立 設立 建校 开办 開辦 组建 創業 创业",
  },
  fr: {
    birth: "né née nés nées naît naître naquit naissance | natif native originaire",
    death:
      "mort morte morts mortes mourut mourir meurt décès décéd* tué tuée assassin* exécuté exécutée suicid* | inhumé* enterré* obsèques éteint",
    marriage: "mari marié* mariage* épous* époux noces | femme conjoint* union",
    divorce: "divorc* | sépar*",
    founding:
      "fondé fondée fondés fonda fondèrent fondat* fonder cofond* | créé* créa création établi* établit lancé* naît",
  },
  it: {
    birth: "nato nata nati nate nacque nacquero nascere nascita | natio originario originaria natale",
    death:
      "morto morta morti morì morirono morire muore morte decedut* decesso ucciso uccisa assassin* giustiziat* suicid* | scompars* sepolt* spense",
    marriage: "sposò spos* matrimoni* nozze marito moglie mogli | coniug* unione",
    divorce: "divorzi* | separ*",
    founding:
      "fondò fondarono fondat* fondazione fondator* fondare cofondat* | creò creat* istituit* istituì nacque costituit* avviò",
  },
  pt: {
    birth: "nasceu nasceram nascid* nascer nascimento | natural_de oriundo oriunda natal",
    death:
      "morreu morreram morrer morto morta morte faleceu falec* óbito assassinad* assassinato executad* suicid* | sepultad* enterrad*",
    marriage:
      "casou casaram casad* casar casamento* espos* matrimônio matrimónio | marido mulher cônjuge união",
    divorce: "divorci* | separou separaram separação",
    founding:
      "fundou fundaram fundad* fundador* fundação fundar cofund* | criou criad* criação estabelec* instituíd* nasceu",
  },
  nl: {
    birth: "geboren geboorte* verjaardag | geb afkomstig levenslicht",
    death:
      "stierf stierven sterft sterven gestorven overleed overleden overlijden overlijd* dood doodde* gedood vermoord* geëxecuteerd zelfmoord | " +
      "begraven omgekomen kwam_om",
    marriage:
      "trouwde* trouwen getrouwd huw* gehuwd bruiloft echtgenote* echtgenoot | vrouw man trad_in_het_huwelijk",
    divorce: "scheid* gescheiden scheidde* echtscheiding | uit_elkaar",
    founding:
      "opgericht* oprichter* oprichting richtte* oprichten gesticht* stichtte* stichter* | medeoprichter* gevestigd begon begonnen startte ontstond",
  },
  ja: {
    birth: "生まれ 誕生 出生 生年 | 出身 生誕",
    death: "死去 死亡 亡くな 没し 没年 死ん 死因 逝去 命日 暗殺 殺害 処刑 自殺 戦死 | 没 病死 急死 永眠 死",
    marriage: "結婚 婚姻 妻 夫 配偶者 | 再婚 夫人 嫁い 入籍",
    divorce: "離婚 | 離別 別居",
    founding: "設立 創業 創立 創設 建国 設立者 | 結成 発足 建て 開校 始め",
  },
  ko: {
    birth: "태어* 출생* 탄생* 출생지* 생일* | 태생* 출신*",
    death:
      "사망* 죽었* 죽은 죽음* 별세* 타계* 서거* 숨졌* 숨진 암살* 처형* 자살* 살해* 세상을_떠* | 전사* 묻혔* 숨을_거두*",
    marriage: "결혼* 혼인* 아내* 남편* 배우자* 부인* | 재혼* 신부*",
    divorce: "이혼* | 헤어* 별거*",
    founding: "설립* 창립* 창업* 창설* 건국* | 세웠* 세운 세워* 만들* 출범*",
  },
};
