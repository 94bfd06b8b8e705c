import { expect, test } from "bun:test";
import { firstNameOf } from "./contract.ts";

test("the first name is the first word of the name, without forms of address", () => {
  expect(firstNameOf(" Maria  da Silva ")).toBe("Maria");
  expect(firstNameOf("~ Lu")).toBe("Lu");
  expect(firstNameOf("5511999990000")).toBe("5511999990000");
  expect(firstNameOf("🌷🌷")).toBe("🌷🌷");
});

test("a form of address is not a first name", () => {
  const names = [
    "Dona Maria",
    "🌷 Dona Neide",
    "Sr. João",
    "Dra. Ana",
    "Seu Zé",
    "D. Rosa",
    "Dr(a). Bia",
    "Prof. Dr. Ivo",
  ];
  expect(names.map(firstNameOf)).toEqual(["Maria", "Neide", "João", "Ana", "Zé", "Rosa", "Bia", "Ivo"]);
  expect(["Mr. Smith", "Doña Carmen", "Señor López"].map(firstNameOf)).toEqual(["Smith", "Carmen", "López"]);
});

test("names that resemble a form of address are kept, and a form of address alone gives no name", () => {
  expect(["Drica", "Donatella", "Proféta", "D Maria", "Seu"].map(firstNameOf)).toEqual([
    "Drica",
    "Donatella",
    "Proféta",
    "D",
    "",
  ]);
});
