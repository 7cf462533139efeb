import { isAscii, isUtf8 } from "node:buffer";

/** The last characters, up to byte 255, of single-byte charsets that some Node versions do not decode. */
const PAGES: Record<string, string> = {
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0",
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0",
  // Node 20 does not know Romanian.
  "iso-8859-16":
    "\u00A0ĄąŁ€„Š§š©Ș«Ź\u00ADźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
};
// Later pages differ in a letter or two.
PAGES.cp858 = PAGES.cp850?.replace("ı", "€") ?? "";
PAGES.cp865 = PAGES.cp437?.replace("¢", "ø").replace("¥", "Ø").replace("»", "¤") ?? "";

/**
 * Decodes old charsets that browsers do not support: DOS code pages, UTF-7 and ISO-2022-KR. Returns
 * `undefined` for others, and for bytes that are invalid in the charset.
 */
export function decodeOldCharset(bytes: Buffer, charset: string): string | undefined {
  const label = charset.toLowerCase().replace(/^(?:ibm|dos|cs)-?(?=\d)/, "cp");
  const page = Object.hasOwn(PAGES, label) ? PAGES[label] : undefined;
  if (page !== undefined && !isUtf8(bytes))
    return bytes
      .toString("latin1")
      .replace(/[\x80-\xff]/g, (letter) => page.at(letter.charCodeAt(0) - 256) ?? letter);
  if (label === "utf-7" && isAscii(bytes)) return decodeUtf7(bytes.toString("latin1"));
  if (label === "iso-2022-kr" && isAscii(bytes)) return decodeShifted(bytes);
  return undefined;
}

/** Decodes UTF-7 (RFC 2152): `+`, UTF-16 in base64, and an optional `-`. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z\d+/]*)-?/g, (_all, base64: string) => {
    const bytes = Buffer.from(base64, "base64");
    return base64 === ""
      ? "+"
      : bytes
          .subarray(0, bytes.length & ~1)
          .swap16()
          .toString("utf16le");
  });
}

const SHIFT_OUT = "\x0e";
const SHIFT_IN = "\x0f";

/**
 * Decodes ISO-2022-KR (RFC 1557), which contains EUC-KR characters without their eighth bit between shift-out
 * and shift-in.
 */
function decodeShifted(bytes: Buffer): string {
  const [plain = "", ...shifted] = bytes.toString("latin1").replaceAll("\x1b$)C", "").split(SHIFT_OUT);
  const letters = shifted.map((piece) => {
    const [inside = "", ...outside] = piece.split(SHIFT_IN);
    return (
      inside.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | 0x80)) +
      outside.join("")
    );
  });
  return new TextDecoder("euc-kr").decode(Buffer.from(plain + letters.join(""), "latin1"));
}
