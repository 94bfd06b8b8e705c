import { expect, test } from "bun:test";
import { signed } from "./sign.ts";

const ana = { name: "Ana Lima", signMessages: true };

test("a text is signed once with the attendant's name in bold", () => {
  const once = signed(ana, "Padaria Sol", "Bom dia");
  expect(once).toBe("*Ana Lima:*\nBom dia");
  expect(signed(ana, "Padaria Sol", once)).toBe(once);
});

test("a user named like the company does not sign; the comparison ignores case and accents", () => {
  const owner = { name: "padária sol ", signMessages: true };
  expect(signed(owner, "Padaria Sol", "Bom dia")).toBe("Bom dia");
});

test("an empty text, and a text of a user who disabled the signature, are not signed", () => {
  expect(signed({ ...ana, signMessages: false }, "Padaria Sol", "Bom dia")).toBe("Bom dia");
  expect(signed(ana, "Padaria Sol", "")).toBe("");
});
