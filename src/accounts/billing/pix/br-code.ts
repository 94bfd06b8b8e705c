/** Receiver and amount of a payment; texts may contain accents, which the code drops. */
export interface StaticPix {
  readonly key: string;
  readonly name: string;
  readonly city: string;
  readonly valueCents: number;
  /** Up to 25 letters and digits. */
  readonly txid: string;
}

type Field = readonly [id: string, value: string];

/**
 * EMV TLV fields: two digits of id, two digits of length, value. Throws when a value is longer than 99 characters.
 */
export function tlv(fields: readonly Field[]): string {
  return fields
    .map(([id, value]) => {
      if (value.length > 99) throw new Error(`field ${id} of a BR Code is too long`);
      return `${id}${String(value.length).padStart(2, "0")}${value}`;
    })
    .join("");
}

/** Appends the CRC-16 field; the checksum covers all fields and its own id and length ("6304"). */
export function withChecksum(fields: readonly Field[]): string {
  const text = `${tlv(fields)}6304`;
  return text + crc16(text);
}

/** Printable ASCII: accents stripped, other characters removed. */
const ascii = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .trim();
const shortened = (text: string, max: number): string => ascii(text).slice(0, max).trim();

/** The static BR Code of the Central Bank's manual, with value and txid (docs/rules/billing.md#static-pix). */
export const staticBrCode = ({ key, name, city, valueCents, txid }: StaticPix): string =>
  withChecksum([
    ["00", "01"],
    [
      "26",
      tlv([
        ["00", "BR.GOV.BCB.PIX"],
        ["01", ascii(key)],
      ]),
    ],
    ["52", "0000"],
    ["53", "986"],
    ["54", (valueCents / 100).toFixed(2)],
    ["58", "BR"],
    ["59", shortened(name, 25)],
    ["60", shortened(city, 15)],
    ["62", tlv([["05", txid.replace(/[^A-Za-z0-9]/g, "").slice(0, 25)]])],
  ]);

/** CRC16-CCITT (polynomial 0x1021, initial value 0xFFFF), 4 upper-case hexadecimal digits: the end of a BR Code. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) !== 0 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
