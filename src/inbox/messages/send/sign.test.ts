import { expect, test } from "bun:test";
import { signed } from "./sign.ts";

const ana = { name: "Ana Lima", signMessages: true };

test("what a person writes begins with their name in bold, once", () => {
  const once = signed(ana, "Padaria Sol", "Bom dia");
  expect(once).toBe("*Ana Lima:*\nBom dia");
  expect(signed(ana, "Padaria Sol", once)).toBe(once);
});

test("a person named like the company does not sign, whatever the case and the accents", () => {
  const owner = { name: "padária sol ", signMessages: true };
  expect(signed(owner, "Padaria Sol", "Bom dia")).toBe("Bom dia");
});

test("nothing is signed for those who do not want it, nor an empty text", () => {
  expect(signed({ ...ana, signMessages: false }, "Padaria Sol", "Bom dia")).toBe("Bom dia");
  expect(signed(ana, "Padaria Sol", "")).toBe("");
});
