import { expect, test } from "bun:test";
import { crc16, staticBrCode, tlv, withChecksum } from "./br-code.ts";

/** The static code printed in the Central Bank's BR Code manual. */
const PUBLISHED =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
  "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D";

/** The fields of a code, in order. */
function read(code: string): (readonly [string, string])[] {
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    fields.push([code.slice(at, at + 2), code.slice(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return fields;
}

test("the checksum equals that of the standard and of the Central Bank's example", () => {
  expect(crc16("123456789")).toBe("29B1");
  expect(crc16(PUBLISHED.slice(0, -4))).toBe("1D3D");
});

test("the Central Bank's example is reproduced exactly", () => {
  expect(
    withChecksum([
      ["00", "01"],
      [
        "26",
        tlv([
          ["00", "br.gov.bcb.pix"],
          ["01", "123e4567-e12b-12d1-a456-426655440000"],
        ]),
      ],
      ["52", "0000"],
      ["53", "986"],
      ["58", "BR"],
      ["59", "Fulano de Tal"],
      ["60", "BRASILIA"],
      ["62", tlv([["05", "***"]])],
    ]),
  ).toBe(PUBLISHED);
});

test("a code has every field in its place, without accents and within its length", () => {
  const code = staticBrCode({
    key: "pix@balcao.com.br",
    name: "Pão & Açúcar da Vovó Conceição Ltda",
    city: "São José dos Campos",
    valueCents: 9990,
    txid: "F12C3",
  });
  const fields = read(code);
  expect(fields).toEqual([
    ["00", "01"],
    ["26", "0014BR.GOV.BCB.PIX0117pix@balcao.com.br"],
    ["52", "0000"],
    ["53", "986"],
    ["54", "99.90"],
    ["58", "BR"],
    ["59", "Pao & Acucar da Vovo Conc"],
    ["60", "Sao Jose dos Ca"],
    ["62", "0505F12C3"],
    ["63", crc16(code.slice(0, -4))],
  ]);
});

test("values too long for a field are rejected instead of cut", () => {
  expect(() => tlv([["26", "x".repeat(100)]])).toThrow();
});
