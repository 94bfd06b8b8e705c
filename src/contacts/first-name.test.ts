import { expect, test } from "bun:test";
import { firstNameOf } from "./contract.ts";

test("people are called by the first word of their name, signs in front of it left out", () => {
  expect(firstNameOf(" Maria  da Silva ")).toBe("Maria");
  expect(firstNameOf("~ Lu")).toBe("Lu");
  expect(firstNameOf("🌷 Dona Neide")).toBe("Dona");
  expect(firstNameOf("5511999990000")).toBe("5511999990000");
  expect(firstNameOf("🌷🌷")).toBe("🌷🌷");
});
