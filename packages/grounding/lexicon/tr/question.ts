import type { QuestionLexicon } from "../question-lexicon.ts";

/** Patterns of Turkish questions. */
export const question: QuestionLexicon = {
  freeOrder: true,
  openers: [
    "(?:merhaba|selam|günaydın|iyi (?:günler|akşamlar)|sayın ekip)",
    "(?:lütfen|teşekkürler|teşekkür ederim|pardon|tamam|peki|harika|ilginç|evet|hayır|şey|ya)",
    "(?:ve|ama|peki ya)(?= )",
    "(?:söyler misin|söyler misiniz|bana söyle|açıklar mısın|anlatır mısın)[ ,:]*",
  ],
  closers: [
    "(?:lütfen|teşekkürler|teşekkür ederim|şimdiden teşekkürler)",
    "(?:söyler misin|söyler misiniz|söyle|söyleyin|açıklar mısın|anlatır mısın|merak ediyorum|öğrenmek istiyorum|bilmek istiyorum|biliyor musun|biliyor musunuz)",
    "kısaca",
  ],
  smallTalk: [
    "nasılsın(?:ız)?",
    "naber|merhaba|selam|teşekkürler|tamam|evet|hayır",
    "(?:bana )?yardım (?:eder|edebilir) misin(?:iz)?",
  ],
  questionWords: [
    "kim|kimdir|kimi|kime|kimin|kimden|kimle|ne|nedir|neyi|neye|neden|niçin|niye|nasıl|nasıldır|nerede|nereye|nereden|nerededir|neresi|neresidir|hangi|hangisi|kaç|kaçıncı|kaçta|ne zaman|ne kadar|ne zamandır|nereli",
  ],
  auxiliaries: ["[\\p{L}]+ m[ıiuü](?:dır|dir|dur|dür|ydı|ydi|ydu|ydü)?"],
  asksInside: [],
  requests: [
    "% (?:hakkında|ile ilgili|konusunda)(?: [\\p{L}]+){0,5} (?:bilgi ver|bilgi verin|bilgi verir misin|bilgi verir misiniz|bilgi istiyorum|bilgiye ihtiyacım var|anlat|anlatın|anlatır mısın|yaz|yazın|yazar mısın|hazırla|hazırlayın|söyle|ekle|ekleyin|bilgilendir|araştır|oluştur|ne biliyorsun|ne biliyorsunuz|ne söyleyebilirsin)(?: .*)?",
    "% (?:kim olduğunu|kim olduğu)(?: .*)?",
    "%(?:['’]?n?[ıiuü]n)? (?:kısa |detaylı )?(?:biyografisi|biyografisini|hayatı|hayatını|özgeçmişi|özgeçmişini|hayat hikayesi|hayat hikâyesi|kariyeri|kariyerini)(?: .*)?",
    "%(?:['’][yn]?[ıiuüae])? (?:tanıt|tanıtın|anlat|anlatın|tanıtır mısın)(?: .*)?",
  ],
  biographies: ["biyografi\\p{L}*", "hayatı", "özgeçmiş\\p{L}*"],
  bareRequests: [
    "(?:beni|bizi) bilgilendir(?:in)?",
    "bana (?:kısa )?(?:bir )?(?:özet|bilgi) (?:ver|verin|hazırla)",
    "ne bilmem gerekiyor",
  ],
  whoIs: [
    ["% kimdir", "% kimdir?"],
    ["% kim", "% kimdir?"],
    ["% kimdi", "% kimdir?"],
    ["kimdir %", "% kimdir?"],
    ["kim bu %", "% kimdir?"],
  ],
  personForms: [
    "(?<name>\\p{L}[\\p{L}.]+(?: \\p{L}[\\p{L}.]+){0,3})['’]n?[ıiuü]n (?:babası|annesi|eşi|karısı|kocası|oğlu|kızı|kardeşi|çocukları|ailesi|doğum (?:yeri|tarihi|günü)|mesleği|yaşı)[\\p{L}]*",
    "% (?:ne zaman|nerede|hangi yıl|hangi yılda|hangi şehirde|kaç yılında) (?:doğdu|doğmuştur|öldü|ölmüştür|evlendi|yaşadı)",
    "% kaç yaşında(?:dır|ydı)?",
  ],
  canonical: "% kimdir?",
  lifeWords:
    "hayat hayatı yaşam biyografi özgeçmiş kariyer başarı başarıları tanınan ünlü önemli kişi görüşme toplantı buluşacağım görüşeceğim yarın bugün pazartesi salı çarşamba perşembe cuma hafta ekip patron müşteri sunum blog bülten not crm eposta kısa bilgi özet detay profil tam olarak",
  firstPerson: ["(?:ben|biz|bana|bize|beni|bizi|benim|bizim)"],
  expected: [
    [
      "date",
      "ne zaman(?:dır)?|hangi (?:yıl|yılda|yılında|tarihte|gün|ay|ayda|yüzyılda|dönemde)|kaç yılında|tarihi ne",
    ],
    ["number", "kaç|kaçıncı|ne kadar|nüfusu|yüzde kaç|sayısı ne|yüksekliği ne"],
    ["place", "nere[\\p{L}]*|hangi (?:ülke|şehir|kent|il|bölge|kıta|ada|yer|eyalet|ilçe)[\\p{L}]*"],
    [
      "organisation",
      "hangi (?:şirket|kurum|kuruluş|üniversite|okul|takım|kulüp|parti|banka|grup|gazete)[\\p{L}]*",
    ],
    ["reason", "neden|niçin|niye"],
    [
      "person",
      "kim(?:dir|i|e|in|den|le|ler|di)?|hangi (?:kişi|oyuncu|aktör|başkan|şarkıcı|yazar|kral|kraliçe)",
    ],
    ["yes_no", "m[ıiuü](?:dır|dir|dur|dür|ydı|ydi|yım|sın)?"],
    ["description", "nasıl(?:dır)?|nedir|ne demek|ne oldu|ne anlama"],
    ["thing", "ne|neyi|neye|hangi|hangisi|nelerdir|neler"],
  ],
  personPronouns: [],
  personPossessives: ["onun"],
  possessive: null,
  thingPronouns: ["onu", "bunu", "o", "bu"],
  prepositions: [],
  anaphora: [
    "o",
    "onun",
    "onu",
    "ona",
    "ondan",
    "onlar",
    "onların",
    "bu",
    "bunu",
    "bunun",
    "bunlar",
    "şu",
    "orada",
    "oraya",
    "diğer",
    "diğeri",
    "başka",
    "ayrıca",
    "aynı",
  ],
  sameAsked: ["(?:peki )?ya %", "peki %"],
  barePrompts: [
    "(?:peki |ama )?(?:neden|niçin|niye|nasıl|ne zaman|nerede|kim|kaç|gerçekten mi|doğru mu|ne oldu|mesela)",
  ],
  generalWords:
    "şey şeyler tür çeşit yol örnek ilginç önemli ana iyi kötü farklı bilgi detay soru cevap sorun konu fikir sebep neden yapmak söylemek bilmek istemek yardım bulmak olmak çok daha yeni eski ilk son insan kişi yıl zaman gün bugün şimdi",
  employerPrepositions: [],
  placePrepositions: [],
  roleArticles: ["eski", "ünlü", "bir"],
  roles:
    "fizikçi kimyager biyolog matematikçi bilim bilimci araştırmacı mühendis mucit mimar ressam sanatçı heykeltıraş fotoğrafçı şarkıcı müzisyen besteci piyanist dansçı oyuncu aktör aktris yönetmen yapımcı yazar romancı şair gazeteci sunucu tarihçi filozof ekonomist psikolog profesör öğretmen siyasetçi politikacı cumhurbaşkanı başbakan bakan vali elçi avukat yargıç general pilot astronot futbolcu kaleci boksör yüzücü koşucu antrenör şef doktor cerrah iş girişimci kurucu yatırımcı bankacı ceo kral kraliçe padişah sultan papa",
  nonPersonNouns:
    "film filmi roman kitap şarkı albüm grup şirket şehir köy ülke gemi dizi oyun opera tablo araba marka gazete dergi nehir göl dağ ada cadde köprü üniversite okul müze otel takım parti program şiir",
};
