import { expect, test } from "bun:test";
import { formatReais } from "./contract.ts";

/** Intl separates sign and figure by a space that does not break. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("prices have the sign of the real in every language, in front of the figure", () => {
  expect(plain(formatReais(1234.5, "pt-BR"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(1234.5, "pt"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(1234.5, "es-ES"))).toBe("R$ 1.234,50");
  expect(plain(formatReais(99, "es"))).toBe("R$ 99,00");
  expect(plain(formatReais(99.9, "en-US"))).toBe("R$99.90");
});
