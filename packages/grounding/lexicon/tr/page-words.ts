import type { PageWords } from "../page-words.ts";

export const TURKISH_PAGES: PageWords = {
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
};
