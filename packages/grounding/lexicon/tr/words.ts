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
  page: {
    verbs:
      "oldu idi var yok vardır yoktur değil oldu doğdu öldü kazandı kurdu kuruldu yaptı yazdı aldı verdi " +
      "geldi gitti kaldı başladı bitirdi yaşadı yaşıyor çalıştı çalışıyor oynadı oynuyor etti edildi " +
      "bulunur bulunmaktadır denir dedi",
    verbEnding:
      /(?:dır|dir|dur|dür|tır|tir|tur|tür|dı|di|du|dü|tı|ti|tu|tü|mış|miş|muş|müş|yor|maktadır|mektedir|lar|ler|ir|ır|ur|ür|ar|er|tı|acak|ecek)$/u,
    labels:
      "içeriğe atla|içeriğe geç|ana içeriğe atla|ana içeriğe geç|gezinti kısmına atla|arama kısmına atla|" +
      "devamını oku|devamı için tıklayın|daha fazla|daha fazla bilgi|daha fazla göster|tümünü gör|" +
      "facebook'ta paylaş|twitter'da paylaş|giriş yap|üye ol|kayıt ol|abone ol|hakkımızda|bize ulaşın|" +
      "başa dön|yukarı çık|tüm hakları saklıdır|tümünü kabul et|çerezleri kabul et|gizlilik politikası|" +
      "kaynağı değiştir|vikipedi, özgür ansiklopedi|ilgili haberler",
    menuWords:
      "anasayfa ana sayfa iletişim menü ara giriş kayıt haberler gündem spor ekonomi siyaset kültür bilim " +
      "sağlık dünya magazin video foto galeri blog mağaza yardım paylaş yazdır düzenle değiştir yaşam " +
      "teknoloji",
    notices:
      /çerez\p{L}* .{0,80}(?:kullan|kabul)|tüm hakları saklıdır|gizlilik politikası|tıklayın|tıklayınız|tarayıcınız|bültenimiz|sitemiz/u,
    noticeOpenings:
      /^(?:(?:keşfedin|okuyun|abone olun|kaydolun|fotoğraf|görsel|kaynak|yazar|yayınlanma|güncelleme|kategori|dosya|ayrıca bakınız|ana madde|içindekiler|kaynakça):)/,
    dateWords:
      "önce gün saat dakika hafta ay yıl dün bugün yayınlanma güncelleme güncellendi tarihi son tarihinde " +
      "pazartesi salı çarşamba perşembe cuma cumartesi pazar bir",
  },
};
