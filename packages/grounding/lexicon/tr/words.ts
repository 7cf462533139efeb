import type { LanguageWords } from "../language-words.ts";

export const TURKISH_WORDS: LanguageWords = {
  stopWords:
    "ve veya ya da de ki ile için gibi kadar göre doğru karşı rağmen beri sonra önce ama fakat ancak lakin çünkü eğer hem ne nasıl neden " +
    "niçin niye nerede nereye nereden nereli hangi hangisi kim kime kimi kimin kimdir kimler kaç kaçıncı nedir mi mı mu mü mıdır midir mudur " +
    "müdür mıydı miydi bir bu şu o bunu şunu onu buna ona bunun onun bunlar onlar onların onları ben beni bana benim sen seni senin biz bizi " +
    "bizim siz sizi sizin kendi kendisi kendini her hiç bazı birçok çok az daha en pek tüm bütün hepsi diğer başka aynı böyle şöyle öyle ise " +
    "değil var yok olan olarak olduğu olduğunu olur oldu olmuştur olması olmak idi imiş iken dir dır dur dür tır tir tarafından üzere üzerinde " +
    "üzerine içinde arasında altında yanında hakkında ilgili dolayı artık bile sadece yalnızca hala hâlâ henüz şimdi şey eden etti ettiği etmiş " +
    "etmek edilen edildi edilmiştir yapılan yaptı yapmış zaman lütfen söyle ver bana",
  pronouns:
    "o onun onlar onların ona onu onda ondan onlara bu bunlar bunun bunu buna şu şunlar kendisi kendileri",
  months: [
    "ocak|oca",
    "şubat|şub",
    "mart|mar",
    "nisan|nis",
    "mayıs|may",
    "haziran|haz",
    "temmuz|tem",
    "ağustos|ağu",
    "eylül|eyl",
    "ekim|eki",
    "kasım|kas",
    "aralık|ara",
  ],
  common:
    "doğdu öldü doğumlu doğum ölüm yıl yılı yılında yıllarda yüzyıl gün hayat hayatı dünya savaş savaşı şehir şehri ülke ülkesi ilk son yeni " +
    "eski büyük adı adlı bilinen bugün iki üç dört kuruldu kurdu kurucusu başkanı başkan şirket şirketi üniversite üniversitesi takım oyuncu " +
    "oyuncusu şarkıcı yazar yaz anlat açıkla özetle bul göster yardım başkenti nüfusu nüfus tarihi tarih anlamı babası annesi oğlu kızı eşi türk " +
    "türkiye merhaba teşekkürler istiyorum bilgi yer aldı kazandı kazanmış kaldı vardır yoktur",
};
