import type { Language } from "./language.ts";

/**
 * Phrases that one language uses to ask about people, separated by commas. A word ending in `*` matches any
 * ending, and a lone `*` matches any one word. A list is empty if no phrase proved useful on unseen prompts.
 * Accents are optional: they are removed from both the lists and the prompt.
 */
export interface GateWords {
  /** Phrases that ask who someone is: "who is". */
  readonly who: string;
  /** Phrases right before the person that a prompt is about: "about", "information on". */
  readonly about: string;
  /** Facts of a life: "career", "net worth". */
  readonly life: string;
  /** Requests for information: "brief me". */
  readonly tell: string;
  /** Words that start a question an encyclopaedia could answer: "when". */
  readonly question: string;
  /** Words of a task for the assistant: "send", "my meeting". */
  readonly errand: string;
  /** Words that ask for fiction: "fairy tale". */
  readonly fiction: string;
  /** Words found in nearly every sentence. They tell apart the languages of one script. */
  readonly everyday: string;
}

/** The gate's words by language. */
export const GATE_WORDS: Readonly<Record<Language, GateWords>> = {
  en: {
    who: "who is, who was, who are, who were, who's, whos, who exactly is, who the * is, who on earth is, whois",
    about:
      "about, on, regarding, concerning, re, introducing, introduce, introduction of, introduction for, profiling, profile, featuring, feature, honoring, honouring, celebrating, heard of, hear of, know, research, google, look up, look into, check out, vet, screen, investigate, dig into, read up on, compare, summarize, summarise, describe, explain, remember, portrait of, story of, life of, announcing that, up to speed with, with regard to, in regards to, as to, the name, works by, books by, why, said by, a word on, tribute to, toast to, toast for, ode to, homage to, eulogy for, obituary for, bio for, intro for, speech for, profile for, profile of, congratulating, briefing for, announce that, paragraph on, section on, piece on, article on, note on, notes on, page on, slide on, report on, post on, thread on, info on, information on, facts on, intel on, dossier on, details on, background on, data on, update on, profile on, briefing on, primer on, summary on, overview on, description of, overview of, summary of, outline of, sketch of, account of, picture of, biography of, achievements of, work of, works of, book by, song by, songs by, film by, films by, album by, poem by, quote by, quotes by, paper by, papers by, painting by, paintings by, article by, deal with, talk to me about",
    life:
      "biograph*, bio, bios, background, backgrounds, career, careers, life, life story, resume, cv, curriculum vitae, obituary, net worth, achieve*, " +
      "accomplish*, credentials, education, educated, alma mater, track record, work history, employment history, job history, previous roles, " +
      "past roles, former roles, past companies, former employers, previous employer, publications, legacy, childhood, upbringing, " +
      "personal life, nationality, hometown, birthplace, date of birth, born, died, married, spouse, wiki, wikipedia, controvers*, lawsuit*, " +
      "convicted, criminal record, reputation, expertise, qualifications, influence, discography, filmography, awards, timeline, contributions, discoveries, " +
      "inventions, known for, famous, professional journey, rise to, story of how, current title, current role, current employer, where they work, " +
      "their role, his role, her role, their company, their title, job title, role and company, what they do, what they did, what he did, what she did, work experience, professional experience, milestones",
    tell:
      "brief me, brief us, briefing, debrief me, fill me in, fill us in, prep me, prep us, prep, prepare me, up to speed, catch me up, should i know, " +
      "should we know, need to know, ought to know, like to know, want to know, tell me, tell us, talking points, enlighten *, rundown, run-down, run down, lowdown, " +
      "low-down, scoop, intel, dossier, one-pager, one pager, fact sheet, factsheet, fact-sheet, cheat sheet, primer, facts, info, information, details, deets, particulars, " +
      "overview, due diligence, background check, fact-check, fact check, look up, dig up, dig into, find out, read up, who is this, who is that, who this is, who that is, " +
      "who's this, who's that, who they are, who he is, who she is, remind me who, refresh my memory, what can you find, what do you have, rings a bell, pointers, " +
      "is this person, is that person, the person legit, person is legit, give me five, give me three, give me some, factual, accurate",
    question:
      "who, whom, whose, what, which, when, where, why, how, whats, wheres, whens, hows, what's, where's, when's, how's, where'd, how'd, what're, is it true",
    errand:
      "send, forward, resend, congratulate, email, e-mail, mail, text, message, call, phone, dial, ring, ping, dm, im, cc, bcc, copy, invite, schedule, reschedule, book, " +
      "move, cancel, postpone, remind, ask, let, notify, inform, alert, warn, assign, reassign, share, give, grant, add, remove, delete, put, " +
      "block, unblock, transfer, pay, wire, venmo, split, order, buy, reply, respond, answer, arrange, set, follow up with, loop in, tag, mention, thank, wish, rename, change, " +
      "mark, close, open, play, show, tell, meet, confirm, decline, accept, connect, introduce me, facetime, video call, start, join, create, make, schedule, write, draft, compose, leave, " +
      "drop, sign, submit, upload, print, merge, approve, review, request, refund, charge, hand, bring, pick, drive, navigate, fetch, log, update, move my, push",
    fiction:
      "story, stories, tale, tales, fairy tale, fairytale, novel, fantasy, fiction, fictional, poem, poems, haiku, limerick, sonnet, song, songs, lyrics, rap, lullaby, " +
      "dialogue, dialog, scene, screenplay, sketch, character, characters, villain, hero, heroine, protagonist, backstory, plot, riddle, joke, jokes, d&d, bedtime, " +
      "pretend, imagine, role-play, roleplay, role play, act as, once upon a time, made-up, made up, make up, invent",
    everyday:
      "the, a, an, of, and, to, in, is, was, are, that, it, for, on, with, as, at, by, from, this, his, her, my, me, you, i, what, who, " +
      "how, when, where, which, does, did, do, has, have, be, or, not, your, we, our, can, about, please, tell, name",
  },
  de: {
    who: "wer ist, wer war, wer sind, wer waren, wer * ist, wer genau ist",
    about: "über, ueber, zu, zur person, von wem ist, kennst du, kennen sie",
    life:
      "biograf*, biograph*, lebenslauf, werdegang, karriere, leben, lebensgeschichte, vita, steckbrief, hintergrund, laufbahn, ausbildung, studium, " +
      "vermögen, erfolge, leistungen, verdienste, auszeichnungen, geboren, gestorben, verheiratet, alter, wie alt, herkunft, nachruf, porträt, portrait, " +
      "berühmt, bekannt, vorher gemacht, kurzprofil, werke",
    tell:
      "erzähl*, informationen, infos, info, fakten, überblick, zusammenfassung, dossier, recherchier*, such* heraus, finde heraus, stell* mir vor, " +
      "muss ich wissen, sollte ich wissen, wissen muss, brief* mich, bereite mich, klär* mich auf, weißt du, wissen sie, erklär*, auskunft",
    question: "wer, wen, wem, wessen, was, welche*, wann, wo, woher, wohin, warum, wieso, weshalb, wie",
    errand:
      "schick*, send*, leite, leit, maile, mail, ruf, rufe, anrufen, plane, plan, verschieb*, sag, sage, absagen, lade, lad, erinner*, buch*, bestell*, überweis*, " +
      "füge, trag*, lösch*, entfern*, teil*, antwort*, frag, frage, bereitschaft, dienst, heute im büro, mein termin, meine termine, nachricht, " +
      "terminier*, vereinbar*",
    fiction:
      "geschichte*, gutenachtgeschichte, märchen, roman, fantasy, gedicht, lied, dialog, figur, erfinde, ausgedacht*, rollenspiel, stell dir vor, spiel*",
    everyday:
      "der, die, das, und, ist, war, ein, eine, einen, einem, einer, ich, du, er, sie, wir, mir, mich, dir, zu, zum, zur, mit, von, vom, für, auf, im, den, dem, des, nicht, " +
      "wer, wie, was, wann, wo, hat, bitte, über, an, am, auch, bei, dass, es, mein, meine",
  },
  es: {
    who: "quién es, quién era, quién fue, quiénes son, quiénes fueron, quién * es",
    about:
      "sobre, acerca de, háblame de, cuéntame de, respecto a, conoces a, presentando a, quién es, ficha de, perfil de, investiga a",
    life:
      "biograf*, trayectoria, carrera, vida, currículum, perfil, semblanza, antecedentes, logros, formación, estudios, patrimonio, premios, " +
      "nació, murió, falleció, nacido, nacida, casado, casada, edad, cuántos años, obituario, legado, famoso, famosa, conocido por, conocida por, a qué se dedica",
    tell:
      "háblame, cuéntame, dime, información, infórmame, datos, resumen, resúmeme, dossier, ficha, investiga, busca, averigua, ponme al día, debo saber, " +
      "debería saber, necesito saber, quiero saber, explícame, explica, qué sabes, qué se sabe",
    question: "quién*, qué, cuál*, cuándo, dónde, cómo, cuánto*, cuánta*, por qué, a qué",
    errand:
      "envía*, envia*, manda*, reenvía*, llama*, programa, agenda, pospón, aplaza*, mueve, cancela*, invita*, recuérdame, avisa*, dile, " +
      "pregúntale, reserva*, paga*, transfiere, añade, agrega, borra, elimina, comparte, responde, de guardia, de turno, mi reunión, mi cita",
    fiction:
      "cuento*, historia, novela, fantasía, poema, canción, diálogo, personaje, invéntate, inventa, imagina, ficción, actúa como",
    everyday:
      "el, la, los, las, un, una, de, del, y, en, que, es, por, para, con, a, al, me, mi, su, se, lo, quién, qué, cuándo, dónde, cómo, sobre, " +
      "fue, era, ha, hay, más, no, tu, soy, favor",
  },
  ru: {
    who: "кто такой, кто такая, кто такие, кто это, кто был, кто была, кем был, кем была, кто есть",
    about: "о, об, обо, по, про, насчёт, насчет, касательно, знаешь, знаете",
    life:
      "биограф*, жизн*, карьер*, резюме, досье, достижени*, образовани*, состояни*, наград*, родил*, умер*, женат, замужем, возраст*, сколько лет, " +
      "некролог, портрет, известен, известна, знаменит*, карьерный путь, послужной",
    tell:
      "расскаж*, информаци*, сведени*, данные, справк*, досье, найди, найдите, узнай, узнайте, выясни*, собери, объясн*, опиши*, кратко, " +
      "что известно, нужно знать, надо знать, хочу знать, введи в курс, подготов*",
    question:
      "кто, кого, кому, кем, что, чего, чем, какой, какая, какие, какое, каком, когда, где, куда, откуда, почему, зачем, как, сколько, чей",
    errand:
      "отправь*, пошли, перешли*, позвон*, назнач*, перенес*, отмен*, приглас*, напомни*, скажи, спроси, закаж*, заброниру*, оплат*, переведи, " +
      "добавь*, удали*, поделис*, ответь*, дежур*, моя встреча, мою встречу",
    fiction:
      "сказк*, рассказ, рассказы, рассказик, роман, фэнтези, стих*, песн*, диалог, персонаж*, придумай*, сочини*, вообрази*, представь себе",
    everyday:
      "и, в, на, с, по, для, не, что, кто, как, мне, я, он, она, это, из, у, к, от, о, про, был, была, нашего, наш, его",
  },
  tr: {
    who: "kimdir, kimdi, kim, kim oluyor",
    about: "",
    life:
      "biyografi*, yaşamöykü*, hayatı, hayatını, yaşamı, kariyer*, özgeçmiş*, geçmişi, eğitimi, serveti, başarıları, ödülleri, doğdu, öldü, evli, " +
      "kaç yaşında, yaşı, ünlü, meşhur, eserleri, nereli",
    tell: "hakkında, ile ilgili, ilgili bilgi, anlat*, bilgi, bilgiler, özet*, dosya*, araştır*, bul, öğren*, tanıt*, bilmem gerek*, bilmeliyim, açıkla*, söyle*",
    question:
      "kim, kime, kimin, kimi, ne, nedir, neden, niçin, niye, hangi, nerede, nereye, nereden, nasıl, kaç, kaçıncı",
    errand:
      "gönder*, yolla*, ilet, iletin, ara, planla*, ayarla*, ertele*, iptal, davet, hatırlat*, sor, rezervasyon, öde, ekle, ekleyin, sil, paylaş, yanıtla*, " +
      "nöbetçi, toplantıyı, toplantım, randevum, pazartesiye",
    fiction:
      "hikaye*, hikâye*, masal*, öykü*, roman*, fantastik, şiir*, şarkı*, diyalog, karakter*, uydur*, hayal",
    everyday:
      "bir, ve, bu, ile, için, mi, mı, ne, kim, bana, ben, sen, o, da, de, var, olan, çok, daha, kimdir, hakkında, nasıl, nerede",
  },
  ar: {
    who: "من هو, من هي, من كان, من كانت, من يكون, من تكون, مين هو, مين هي, مين",
    about: "عن, حول, بخصوص, بشأن",
    life: "سيرة, السيرة, حياة, مسيرة, إنجازات, انجازات, تعليم, ثروة, جوائز, ولد, ولدت, توفي, توفيت, مات, متزوج, عمر, نبذة, خلفية, أعمال, مؤلفات, شهرة, مشهور",
    tell: "أخبرني, اخبرني, حدثني, معلومات, تفاصيل, نبذة, ملخص, لخص, ابحث, اشرح, عرفني, يجب أن أعرف, أعرف عن, ماذا تعرف, قل لي, اكتب فقرة, اكتب مقال",
    question: "من, ما, ماذا, متى, أين, اين, كيف, لماذا, كم, أي, هل",
    errand:
      "أرسل, ارسل, ابعث, اتصل, حدد موعد, جدول, أجل, أجّل, ألغ, ادع, ذكرني, احجز, ادفع, حول إلى, أضف, احذف, شارك, رد على, مناوب, اجتماعي, موعدي, ترجم, التالي, الطقس",
    fiction: "قصة, حكاية, رواية, خيالية, خيالي, قصيدة, أغنية, حوار, شخصية, اخترع, تخيل",
    everyday: "في, من, على, إلى, عن, هو, هي, ما, هل, مع, هذا, هذه, أن, التي, الذي",
  },
  zh: {
    who: "谁是, 是谁, 何许人, 什么人, 哪位是, 誰是, 是誰, 什麼人, 是哪位",
    about: "关于, 有关, 介绍一下, 介绍, 關於, 有關, 介紹, 认识, 知道",
    life:
      "简历, 生平, 传记, 履历, 经历, 背景, 成就, 资料, 简介, 学历, 身价, 财产, 获奖, 出生, 去世, 结婚, 年龄, 多大, 几岁, 职业, 著名, 有名, 代表作, 作品, " +
      "簡歷, 傳記, 履歷, 經歷, 資料, 簡介, 學歷, 獲獎",
    tell: "介绍, 讲讲, 讲述, 说说, 告诉我, 查一下, 查查, 查询, 搜索, 了解, 调查, 总结, 概述, 信息, 情况, 谈谈, 介紹, 講講, 告訴我, 資訊, 文章, 帖子",
    question: "谁, 誰, 什么, 什麼, 哪, 何, 几, 幾, 多少, 多大, 多高, 怎么, 怎麼, 为什么, 為什麼, 吗, 嗎",
    errand:
      "发给, 发送, 转发, 寄给, 打电话, 给我打, 安排, 预约, 预订, 改到, 推迟, 取消, 邀请, 提醒, 值班, 转账, 付款, 添加, 删除, 分享给, 回复, 开会, 通知, 發給, 轉發, 安排會議, 翻译, 以下, 下面, 这段, 天气, 我的, 我们的",
    fiction: "故事, 童话, 小说, 武侠, 科幻, 诗, 歌词, 对话, 角色, 编一个, 虚构, 扮演, 假装, 想象, 童話, 小說",
    everyday: "的, 是, 了, 在, 我, 你, 和, 有, 不, 请, 一",
  },
  fr: {
    who: "qui est, qui était, qui fut, qui sont, qui étaient, c'est qui, c est qui, qui c'est, qui donc est",
    about:
      "sur, parle-moi de, parle moi de, parlez-moi de, à propos de, au sujet de, concernant, connais-tu, connaissez-vous, présenter, présentant, portrait de",
    life:
      "biograph*, bio, parcours, carrière, vie, curriculum, cv, profil, formation, études, fortune, réalisations, accomplissements, exploits, prix, " +
      "né, née, mort, morte, décédé*, marié*, âge, quel âge, nécrologie, portrait, célèbre, connu pour, connue pour, œuvres, oeuvres",
    tell:
      "parle-moi, parlez-moi, raconte*, dis-moi, dites-moi, informations, infos, renseign*, résumé, résume, topo, dossier, fiche, recherche*, cherche, trouve*, " +
      "mets-moi au courant, dois-je savoir, faut-il savoir, besoin de savoir, voudrais savoir, explique*, présente-moi, que sais-tu",
    question:
      "qui, que, quoi, quel, quelle, quels, quelles, quand, où, comment, pourquoi, combien, qu'est-ce",
    errand:
      "envoie*, envoyez, transfère*, transférez, appelle*, planifie*, programme, déplace*, annule*, reporte*, invite*, rappelle-moi, préviens, dis à, demande à, " +
      "réserve*, paie, ajoute, supprime*, efface, partage*, réponds, de garde, d'astreinte, mon rendez-vous, ma réunion",
    fiction:
      "histoire, conte, roman, fantasy, poème, chanson, dialogue, personnage, invente*, imagine*, fiction, joue le rôle",
    everyday:
      "le, la, les, un, une, des, de, du, et, en, que, qui, est, il, elle, je, tu, nous, vous, moi, mon, ma, mes, pour, avec, sur, dans, au, aux, " +
      "a, à, ce, c'est, cette, ne, pas, où, quand, quel, quelle, comment, était, son, sa",
  },
  it: {
    who: "chi è, chi era, chi fu, chi sono, chi erano, chi * è, chi e",
    about:
      "su, di più su, parlami di, riguardo a, a proposito di, informazioni su, conosci, presentando, presentare, profilo di, ritratto di",
    life:
      "biograf*, carriera, vita, curriculum, profilo, percorso, formazione, studi, patrimonio, successi, risultati, premi, nato, nata, morto, morta, " +
      "sposato, sposata, età, quanti anni, necrologio, ritratto, famoso, famosa, noto per, nota per, opere, che cosa ha fatto, cosa ha fatto",
    tell:
      "parlami, raccontami, dimmi, informazioni, info, notizie, riassunto, riassumi, dossier, scheda, ricerca, cerca, trova, aggiornami, dovrei sapere, " +
      "devo sapere, vorrei sapere, spiega*, cosa sai, presentami",
    question:
      "chi, che, cosa, quale, quali, quando, dove, dov'è, come, perché, quanto, quanta, quanti, quante",
    errand:
      "manda*, invia*, inoltra*, chiama*, fissa*, pianifica, sposta*, annulla*, rimanda*, invita*, ricordami, avvisa*, di' a, chiedi a, prenota*, paga*, aggiungi, " +
      "elimina, cancella*, condividi, rispondi, di turno, la mia riunione, il mio appuntamento",
    fiction:
      "storia, fiaba, favola, racconto, romanzo, fantasy, poesia, canzone, dialogo, personaggio, inventa*, immagina*",
    everyday:
      "il, lo, la, i, gli, le, un, una, uno, di, del, della, e, in, che, è, per, con, a, al, alla, mi, mio, mia, su, sul, si, non, chi, cosa, come, quando, dove, " +
      "ha, sono, era, da, nostro, ma",
  },
  pt: {
    who: "quem é, quem era, quem foi, quem são, quem foram, quem é mesmo, quem * é, quem e",
    about:
      "sobre, fale-me de, fala-me de, acerca de, a respeito de, conhece, conheces, apresentando, apresentar, perfil de",
    life:
      "biograf*, trajetória, carreira, vida, currículo, perfil, formação, estudos, patrimônio, património, conquistas, realizações, prêmios, prémios, nasceu, " +
      "morreu, faleceu, nascido, nascida, casado, casada, idade, quantos anos, obituário, legado, famoso, famosa, conhecido por, conhecida por, obras",
    tell:
      "fale-me, fala-me, fale, conte-me, conta-me, diga-me, informações, informação, dados, resumo, resuma, dossiê, ficha, pesquise, pesquisa, procure, descubra, " +
      "devo saber, preciso saber, preciso de saber, quero saber, explique, explica, o que sabe*, me atualize",
    question:
      "quem, que, o que, qual, quais, quando, onde, como, por que, porque, porquê, quanto, quanta, quantos, quantas",
    errand:
      "envie, envia, mande, manda, encaminhe, encaminha, ligue, liga, marque, marca, agende, agenda, adie, adia, mova, cancele, cancela, convide, convida, lembre-me, " +
      "lembra-me, avise, avisa, pergunte, reserve, reserva, pague, adicione, apague, compartilhe, responda, de plantão, de serviço, minha reunião",
    fiction:
      "história, conto, fábula, romance, fantasia, poema, canção, diálogo, personagem, invente, inventa, imagine, ficção",
    everyday:
      "o, a, os, as, um, uma, de, do, da, dos, das, e, em, no, na, que, é, por, para, com, ao, à, me, meu, minha, se, não, quem, como, quando, onde, " +
      "foi, era, tem, são, nosso, nossa, sobre, mais",
  },
  nl: {
    who: "wie is, wie was, wie zijn, wie waren, wie * is",
    about: "over, omtrent, betreffende, ken je, kent u, profiel van",
    life:
      "biograf*, levensloop, carrière, leven, levensverhaal, cv, profiel, achtergrond, opleiding, vermogen, prestaties, prijzen, geboren, overleden, " +
      "getrouwd, leeftijd, hoe oud, necrologie, portret, beroemd, bekend, werk, allemaal gedaan, loopbaan",
    tell: "",
    question: "wie, wat, welke, welk, wanneer, waar, waarom, hoe, hoeveel, waarvoor, waardoor",
    errand:
      "stuur*, verstuur*, mail*, bel, bellen, app, plan, verplaats*, zeg, annuleer*, verzet*, nodig, uitnodig*, herinner*, boek*, bestel*, betaal*, voeg, " +
      "verwijder*, deel, antwoord*, vraag, dienst, mijn afspraak, mijn vergadering",
    fiction:
      "verhaal, sprookje, roman, fantasy, gedicht, lied, dialoog, personage, verzin*, bedenk*, fictie, stel je voor",
    everyday:
      "de, het, een, van, en, in, is, was, dat, die, op, te, met, voor, aan, ik, je, jij, u, hij, zij, wij, me, mij, mijn, ons, onze, niet, wie, wat, wanneer, " +
      "waar, hoe, over, heeft, ben, er, om, ook, naar, nou, door",
  },
  ja: {
    who: "とは誰, って誰, は誰, 誰です, どんな人, どういう人, 何者, どなた, 誰なの, だれ",
    about: "について, に関する, に関して, のこと",
    life: "経歴, 略歴, 生い立ち, 生涯, 伝記, プロフィール, 履歴, 学歴, 業績, 実績, 功績, 受賞, 資産, 生まれ, 亡くな, 死去, 結婚, 年齢, 何歳, 出身, 代表作, 有名, 職業, 人物",
    tell: "教えて, 調べて, 紹介, まとめて, 説明, 情報, 概要, 要約, 知りたい, 知って, 話して, リサーチ, 記事, 解説",
    question:
      "誰, 何, いつ, どこ, なぜ, どう, どの, どれ, いくつ, いくら, ですか, ますか, でしたか, ましたか",
    errand:
      "送って, 送信, 転送, 電話して, 電話を, 予定, 予約, 変更して, 延期, キャンセル, 招待, リマインド, 当番, 振り込, 追加して, 削除, 共有, 返信, 会議を, 伝えて, 連絡して, 翻訳, 以下の, この文章, 天気, 私の, 僕の, 弊社",
    fiction:
      "物語, 童話, 小説, おとぎ話, ファンタジー, 詩, 歌詞, 対話, キャラクター, 架空, なりきって, 想像して, 演じて",
    everyday: "の, は, が, を, に, で, と, です, ます, て",
  },
  ko: {
    who: "누구, 누군지, 어떤 사람, 어떤 인물, 뭐 하는 사람",
    about: "에 대해, 에 대한, 에 관해, 에 관한, 관련",
    life: "약력, 경력, 이력, 생애, 전기, 프로필, 학력, 업적, 수상, 재산, 태어났, 출생, 사망, 결혼, 나이, 몇 살, 출신, 대표작, 유명, 직업, 배경, 성과",
    tell: "알려, 말해, 설명, 소개, 정리해, 찾아, 조사해, 요약, 정보, 알아야, 알고 싶, 이야기해, 브리핑, 글을, 포스트",
    question: "누구, 누가, 무엇, 뭐, 언제, 어디, 왜, 어떻게, 어느, 어떤, 몇, 얼마",
    errand:
      "보내, 전달, 전화해, 전화 걸, 일정, 예약, 옮겨, 미뤄, 연기, 취소, 초대, 알림, 당직, 송금, 추가해, 삭제, 공유, 답장, 회의를, 약속을, 번역, 다음 글, 아래, 날씨, 우리 회사, 내 이력, 제 이력, 내 일정",
    fiction:
      "이야기를 지어, 동화, 소설, 판타지, 시를, 가사, 대화문, 캐릭터, 가상의, 지어 줘, 상상, 역할극, 연기해",
    everyday: "은, 는, 이, 가, 을, 를, 에, 의, 도, 해, 줘",
  },
};
