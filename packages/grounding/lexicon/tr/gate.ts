import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
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
};
