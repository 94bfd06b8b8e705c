import { expect, test } from "bun:test";
import { shortName } from "./use-narrow.ts";

test("narrow screens truncate names to 10 letters and an ellipsis", () => {
  expect(shortName("Ana Souza", true)).toBe("Ana Souza");
  expect(shortName("Padaria Aurora", true)).toBe("Padaria Au…");
  expect(shortName("Padaria Aurora", false)).toBe("Padaria Aurora");
});
