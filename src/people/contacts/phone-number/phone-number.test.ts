import { expect, test } from "bun:test";
import { countryOfZone, internationalNumber } from "./contract.ts";

const brazil = (typed: string) => internationalNumber(typed, "55");

test.each([
  ["(12) 97777-1111", "5512977771111"],
  ["12 97777 1111", "5512977771111"],
  ["012 97777-1111", "5512977771111"],
  ["0 15 12 97777-1111", "5512977771111"],
  ["(12) 7777-1111", "551277771111"],
  ["(11) 3333-4444", "551133334444"],
  ["+55 12 97777-1111", "5512977771111"],
  ["+55 (012) 97777-1111", "5512977771111"],
  ["0055 12 97777-1111", "5512977771111"],
  ["5512977771111", "5512977771111"],
  ["(55) 99777-1111", "5555997771111"],
  ["55 55 99777-1111", "5555997771111"],
])("a Brazilian types %p and means %p", (typed, number) => {
  expect(brazil(typed)).toBe(number);
});

test("numbers of other countries keep their country", () => {
  expect(brazil("+1 415 555 0100")).toBe("14155550100");
  expect(brazil("14155550100")).toBe("14155550100");
  expect(brazil("+351 912 345 678")).toBe("351912345678");
  expect(brazil("00351912345678")).toBe("351912345678");
  expect(brazil("+45 30 12 34 56")).toBe("4530123456");
});

test("a company outside Brazil keeps numbers as typed", () => {
  expect(internationalNumber("(12) 97777-1111", "")).toBe("12977771111");
  expect(countryOfZone("America/Sao_Paulo")).toBe("55");
  expect(countryOfZone("Europe/Lisbon")).toBe("");
});
