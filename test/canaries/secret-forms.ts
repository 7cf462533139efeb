/** A text as it is, and every form in which it may slip into an output. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString("hex");
  const formEncoded = new URLSearchParams({ "": secret }).toString().slice(1);
  // A client's secret in `Authorization: Basic` is encoded as a form has it, and then in base64.
  const base64 = [bytes, Buffer.from(formEncoded)].flatMap((coded) =>
    [0, 1, 2].map((offset) => base64Within(coded, offset)),
  );
  const forms = [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    escapeHtml(secret),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    formEncoded,
    encodeURIComponent(percent),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
    ...base64.map((form) => encodeURIComponent(form)),
  ];
  return [...new Set(forms)];
}

/** Tells whether a text holds a secret in any form. */
export function holds(text: string, secret: string): boolean {
  return formsOf(secret).some((form) => text.includes(form));
}

/**
 * The base64 of a secret that stands behind `offset` other bytes, without the characters that depend on its
 * neighbours.
 */
function base64Within(bytes: Buffer, offset: number): string {
  const bits = (offset + bytes.length) * 8;
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
