/**
 * Typed telephone numbers. This is the only parser of the product: contacts, contact lists, imports, pairing
 * and the test of the send API use it. Rule: docs/rules/conversations.md#numbers.
 */

/** Code of the country whose national numbers are completed; "" = numbers stay as typed. */
export type CountryCode = "55" | "";

/** Area and number: mobile with its ninth digit, mobile without it, landline. */
const BRAZILIAN = /^[1-9][1-9](?:9\d{8}|[6-9]\d{7}|[2-5]\d{7})$/;
/** Ids of people without a known phone contain letters (`BR.1A2B…`, `…@lid`), numbers never do. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

const isBrazilian = (national: string): boolean => BRAZILIAN.test(national);

/**
 * The digits of a typed number with its country code: "(12) 97777-1111", "012 97777-1111", "0 15 12
 * 97777-1111", "97777…" with an area, "+55 (012) …" and "0055…" all become 55 + area + number. Numbers with a
 * leading plus or 00 contain their country. Other numbers stay as typed, in digits. "" for a text with letters: ids
 * of networks have them, and the digits of an id are not a phone.
 */
export function internationalNumber(typed: string, country: CountryCode): string {
  const text = typed.trim();
  if (hasLetters(text)) return "";
  const digits = text.replace(/\D/g, "");
  if (text.startsWith("+")) return withoutTrunk(digits.replace(/^00/, ""));
  if (digits.startsWith("00")) return withoutTrunk(digits.slice(2));
  if (country === "") return digits;
  const national = digits.replace(/^0/, "");
  if (isBrazilian(national)) return `55${national}`;
  if (national.startsWith("55") && isBrazilian(national.slice(2))) return national;
  // A zero and two digits of the carrier before the area, as on a landline.
  if (digits.startsWith("0") && isBrazilian(national.slice(2))) return `55${national.slice(2)}`;
  return withoutTrunk(digits);
}

/** "+55 (012) …": the zero before the area is only dialled inside the country. */
function withoutTrunk(digits: string): string {
  return digits.startsWith("550") && isBrazilian(digits.slice(3)) ? `55${digits.slice(3)}` : digits;
}

const BRAZIL = new Set(
  `Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho
  Recife Rio_Branco Santarem Sao_Paulo`
    .split(/\s+/)
    .map((city) => `America/${city}`),
);

/** The country of the numbers typed in a company, derived from its time zone. */
export const countryOfZone = (timeZone: string): CountryCode => (BRAZIL.has(timeZone) ? "55" : "");
