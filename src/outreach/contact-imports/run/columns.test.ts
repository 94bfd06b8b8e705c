import { expect, test } from "bun:test";
import { columnRoles, personOfRow } from "./columns.ts";

test("columns are recognised by their headings, ignoring case, accents and punctuation", () => {
  expect(columnRoles(["NOME", "Número", "E-Mail", "Cidade", ""])).toEqual([
    "name",
    "number",
    "email",
    "extra",
    "ignore",
  ]);
  expect(columnRoles(["phone", "Celular", "Full name", "correo"])).toEqual([
    "number",
    "extra",
    "name",
    "email",
  ]);
  // The exact heading takes precedence over the less common one, in any column order.
  expect(columnRoles(["WhatsApp", "Telefone"])).toEqual(["extra", "number"]);
  expect(columnRoles(["WhatsApp"])).toEqual(["number"]);
});

const reading = {
  columns: ["nome", "numero", "x", ""],
  mapping: ["name", "number", "extra", "extra"],
  countryCode: "",
} as const;
const numberOf = (typed: string, countryCode = "") => {
  const row = personOfRow(["Ana", typed], { ...reading, countryCode });
  return "reason" in row ? row.reason : row.person.number;
};

test("a number is read as its digits and must have 8 to 20 of them", () => {
  expect(numberOf("+55 (11) 98765-4321")).toBe("5511987654321");
  expect(numberOf("1234567")).toBe("number_invalid");
  expect(numberOf("1".repeat(21))).toBe("number_invalid");
  expect(numberOf("5,51199E+12")).toBe("number_invalid");
  expect(numberOf(" ")).toBe("number_missing");
});

test("numbers without a country code get the chosen one", () => {
  expect(numberOf("(11) 98765-4321", "55")).toBe("5511987654321");
  expect(numberOf("011 3333-4444", "55")).toBe("551133334444");
  expect(numberOf("+1 415 555 0100", "55")).toBe("14155550100");
  expect(numberOf("5511987654321", "55")).toBe("5511987654321");
});

test("the cells of other columns become extra information, truncated to its maximum length", () => {
  const row = personOfRow(["Ana", "5511987654321", "v".repeat(600), "y"], reading);
  expect(row.person.extras).toEqual([
    { name: "x", value: "v".repeat(500) },
    { name: "Coluna 4", value: "y" },
  ]);
});
