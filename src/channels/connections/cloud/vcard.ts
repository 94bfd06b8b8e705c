/** The numbers of a vCard, unchanged. */
export const vcardPhones = (vcard: string): readonly string[] =>
  [...vcard.matchAll(/^TEL[^:\n]*:(.+)$/gim)].map((match) => (match[1] ?? "").trim()).filter(Boolean);

const line = (text: string): string =>
  text.replace(/[\r\n]+/g, " ").replace(/[\\,;]/g, (sign) => `\\${sign}`);

/** A vCard with a name and numbers. `whatsappId`: digits of the number on WhatsApp, "" when it is not there. */
export function vcardOf(
  name: string,
  phones: readonly { readonly phone: string; readonly whatsappId: string }[],
): string {
  const numbers = phones.map(
    ({ phone, whatsappId }) =>
      `TEL;type=CELL${whatsappId ? `;waid=${whatsappId}` : ""}:${phone.replace(/[\r\n]+/g, " ")}`,
  );
  return ["BEGIN:VCARD", "VERSION:3.0", `FN:${line(name)}`, ...numbers, "END:VCARD"].join("\n");
}
