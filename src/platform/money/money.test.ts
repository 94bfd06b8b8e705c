import { expect, test } from "bun:test";
import { formatReais } from "./contract.ts";

/** Replaces the non-breaking space that Intl puts between sign and number. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("prices have the currency sign of the real before the number in every language", () => {
  expect(plain(formatReais(1234.5, "pt-BR"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(1234.5, "pt"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(1234.5, "es-ES"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(99, "es"))).toBe("R$ 99,00");
  expect(plain(formatReais(99.9, "en-US"))).toBe("R$99.90");
});
