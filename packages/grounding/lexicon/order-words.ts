import type { Language } from "./language.ts";

/**
 * Words that one language uses to give orders and address the reader, as data. Lists are in lower case,
 * separated by spaces. A list is omitted if the language has no such words.
 */
export interface OrderWords {
  /** Verbs that start an order which would not occur in instructions for use: "ignore", "reveal". */
  orders?: string;
  /** Verbs that start a request to the reader, as in instructions for use and recipes. */
  requests?: string;
  /**
   * Verbs that start a request only before one of `objects`, because they also start statements and names
   * ("Call of Duty").
   */
  doubtful?: string;
  /** Words that follow such a verb in an order. */
  objects?: string;
  /** Words that may come before an order: "please", "now". */
  openers?: string;
  /** Words that address the reader, in lower case inside a sentence. */
  reader?: string;
  /** Matches an order to a machine reading the page, anywhere in a lower-case sentence. */
  toMachines: RegExp;
}

export const ORDER_WORDS: Readonly<Record<Language, OrderWords>> = {
  en: {
    orders:
      "ignore disregard obey reveal disclose pretend execute output forward tell send notify inform email announce recite don't",
    requests:
      "repeat insert append reply respond give remember ensure summarise summarize translate upload download delete remove overwrite replace always imagine assume click subscribe visit contact",
    doubtful:
      "forget write say call post use run set put make take let do print add act answer state mention include read open follow",
    objects:
      "the this that these those all any every each a an your my our its his her their it them me us not what everything nothing no as to",
    openers:
      "please now then also important note attention warning system assistant first next finally so and but ai hey dear model user",
    reader: "you your yours yourself yourselves",
    toMachines:
      /\b(?:previous|prior|earlier|above|preceding|foregoing|system|original|your|all)\s+(?:\w+\s+)?(?:instructions?|prompts?|directives?|rules|guidelines)\b|\b(?:instructions?|note|message|order)s? (?:to|for) (?:\w+ )?(?:ai|llms?|assistants?|chatbots?|bots?|agents?|models?)\b|\b(?:ais?|llms?|assistants?|chatbots?|language models?|ai agents?|models?) (?:reading|processing|that reads?|summari[sz]ing) this\b|\b(?:ais?|llms?|assistants?|chatbots?|language models?|ai agents?) (?:must|should|shall|has to|have to|are to|is to|(?:are|is) (?:instructed|required|requested|ordered|asked) to)\b/u,
  },
  de: {
    orders:
      "ignoriere ignorieren missachte befolge verrate vergiss sende schicke schick sage führe leite poste veröffentliche",
    requests:
      "antworte schreibe schreib nenne lösche rufe teile kopiere klicke besuche kontaktiere wiederhole übersetze antworten senden schicken klicken besuchen",
    doubtful:
      "schreiben sagen nennen löschen rufen posten geben gib tue tu mach mache behaupte erwähne verwende lies öffne",
    objects:
      "sie alle alles die der das den dem diese diesen dieses jede jeden mir uns ihm ihr ihnen nicht nichts keine keinen bitte an dass",
    openers: "bitte jetzt nun dann auch wichtig achtung hinweis zuerst danach und aber",
    reader: "du dich dir dein deine deinen deinem deiner deines euch euer eure",
    toMachines:
      /(?:vorherige|vorherigen|vorigen|bisherigen?|früheren?|obigen?|alle|deine|ihre) (?:\p{L}+ )?(?:anweisung|instruktion|vorgabe|prompt|regel)(?:en|s|n)?(?!\p{L})|(?:ki|assistent(?:en)?|sprachmodelle?|chatbots?) (?:muss|müssen|soll|sollen|sollte|sollten)(?!\p{L})/u,
  },
  es: {
    orders:
      "ignora ignore ignoren olvida olvide desobedece revela revele envía envíe envíen reenvía reenvíe ejecuta ejecute finge diga",
    requests:
      "responde responda escribe escriba repite repita publica publique borra borre elimina elimine haga recuerda recuerde traduce traduzca visita visite",
    doubtful: "di haz llama llame manda mande copia copie usa use añade añada menciona mencione pon ponga",
    objects:
      "que todo toda todos todas la las el los lo un una este esta estas estos tus sus mi me nos a al no",
    openers: "por favor ahora luego también importante atención nota primero después y pero",
    reader: "tú tu tus te ti contigo usted ustedes vosotros vosotras vuestro vuestra",
    toMachines:
      /(?:instrucciones|órdenes|indicaciones|reglas) (?:\p{L}+ )?(?:anteriores|previas|precedentes|del sistema)|(?:asistentes?|modelos? de lenguaje|ia|chatbots?) (?:deben?|debería|deberían|tiene que|tienen que)(?!\p{L})/u,
  },
  fr: {
    orders:
      "ignore ignorez oublie oubliez révèle révélez envoie envoyez transfère transférez exécute exécutez dites",
    requests:
      "réponds répondez écris écrivez répète répétez publie publiez supprime supprimez cliquez visitez contactez traduis traduisez fais faites souviens imaginez",
    doubtful:
      "dis appelle appelez copie copiez utilise utilisez ajoute ajoutez mentionne mentionnez mets mettez ne",
    objects:
      "que tout toute tous toutes le la les l un une ce cet cette ces tes vos moi nous à au aux pas mentionne dis",
    openers: "veuillez maintenant ensuite aussi important attention note d'abord puis et mais",
    reader: "tu toi tes vous votre vos",
    toMachines:
      /(?:instructions|consignes|ordres|directives|règles) (?:\p{L}+ )?(?:précédentes?|antérieures?|ci-dessus|du système)|(?:assistants?|modèles? de langage|ia|chatbots?) (?:doit|doivent|devrait|devraient)(?!\p{L})/u,
  },
  it: {
    orders: "ignora ignorate dimentica dimenticate rivela rivelate invia inviate esegui",
    requests: "rispondi rispondete scrivi scrivete ripeti pubblica cancella clicca",
    doubtful: "di dite fai fate chiama chiamate usa usate aggiungi",
    objects: "che tutto tutti tutte tutta il la i gli le lo un una questo questa a al non",
    openers: "ora adesso poi anche importante attenzione nota prima e ma",
    reader: "tu te tuo tua tuoi voi vostro vostra vostri",
    toMachines:
      /(?:istruzioni|ordini|regole) (?:\p{L}+ )?(?:precedenti|del sistema)|(?:assistent[ei]|modell[oi] linguistic[oi]|ia|chatbot) (?:deve|devono|dovrebbe)(?!\p{L})/u,
  },
  pt: {
    orders: "ignore ignora ignorem esqueça esquece revele revela envie envia enviem execute",
    requests: "responda responde escreva escreve repita publique apague clique",
    doubtful: "diga diz faça chame use adicione",
    objects: "que tudo todo todos todas o a os as um uma este esta seu sua não para",
    openers: "agora depois também importante atenção nota primeiro e mas",
    reader: "tu te ti teu tua você vocês",
    toMachines:
      /(?:instruções|ordens|regras) (?:\p{L}+ )?(?:anteriores|prévias|do sistema)|(?:assistentes?|modelos? de linguagem|ia|chatbots?) (?:deve|devem|deveria)(?!\p{L})/u,
  },
  nl: {
    orders: "negeer vergeet onthul verstuur stuur",
    requests: "antwoord herhaal publiceer verwijder schrijf klik bezoek",
    doubtful: "zeg geef doe roep gebruik voeg plaats",
    objects: "alle alles de het een deze dit die dat je uw mij ons niet niets aan",
    openers: "alsjeblieft nu dan ook belangrijk let eerst en maar",
    reader: "je jij jou jouw uw jullie",
    toMachines:
      /(?:vorige|eerdere|bovenstaande|alle) (?:\p{L}+ )?(?:instructies|opdrachten|aanwijzingen|regels)|(?:assistent(?:en)?|taalmodel(?:len)?|ai|chatbots?) (?:moet|moeten)(?!\p{L})/u,
  },
  tr: {
    orders: "unut unutun gönder gönderin",
    requests: "yanıtla yanıtlayın tekrarla sil silin yayınla paylaş tıkla tıklayın söyle söyleyin",
    openers: "lütfen şimdi sonra önemli dikkat",
    reader: "sen seni sana senin siz sizi size sizin",
    toMachines: /(?:önceki|yukarıdaki|tüm|bütün) (?:\p{L}+ )?(?:talimat|yönerge|komut|kural)\p{L}*/u,
  },
  ru: {
    orders: "игнорируй игнорируйте забудь забудьте раскрой отправь отправьте перешли",
    requests:
      "ответь ответьте напиши напишите повтори удали удалите скажи скажите опубликуй опубликуйте сообщи сообщите",
    openers: "пожалуйста теперь затем важно внимание",
    reader: "ты тебя тебе тобой твой твоя твои вы вас вам вами ваш ваша ваши",
    toMachines:
      /(?:предыдущи|прежни|системны|вышеуказанны|все)\p{L}* (?:\p{L}+ )?(?:инструкци|указани|команд|правил)\p{L}*/u,
  },
  ar: {
    orders: "تجاهل تجاهلوا أرسل أرسلوا",
    requests: "اكتب احذف كرر انشر أجب",
    reader: "أنت أنتم",
    toMachines: /(?:التعليمات|الأوامر|القواعد) (?:السابقة|أعلاه)/u,
  },
  zh: {
    toMachines:
      /(?:忽略|无视|忽視|無視|忘记|忘記).{0,12}(?:指令|指示|提示|规则|規則)|^(?:请|請|务必|不要|切勿)|[你您]/u,
  },
  ja: {
    toMachines:
      /(?:指示|命令|プロンプト|ルール).{0,8}(?:無視|忘れ)|(?:ください|下さい|しなさい|せよ|しろ)[。！!]?$|あなた/u,
  },
  ko: {
    toMachines:
      /(?:지시|명령|프롬프트|규칙).{0,8}(?:무시|잊)|(?:하세요|하십시오|하시오|주세요|십시오)[.!]?$|당신/u,
  },
};
