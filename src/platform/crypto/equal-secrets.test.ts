import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { equalSecrets } from "./equal-secrets.ts";

test("texts are equal only when every byte is equal, including non-ASCII letters", () => {
  expect(equalSecrets("abc", "abc")).toBe(true);
  expect(equalSecrets("abc", "abd")).toBe(false);
  expect(equalSecrets("abc", "ab")).toBe(false);
  // The same number of characters, but more bytes.
  expect(equalSecrets("abcd", "abcé")).toBe(false);
  expect(equalSecrets("", "\ud800")).toBe(false);
});

/** Files that compare byte strings of a fixed length defined by a protocol, never text of a caller. */
const OF_BYTES = [
  "channels/connections/whatsapp/media/decrypt.ts",
  "platform/crypto/equal-secrets.ts",
  "platform/crypto/tokens.ts",
  "platform/pkcs12/open.ts",
];

test("only the listed files compare bytes in constant time themselves", () => {
  const root = join(import.meta.dir, "../..");
  const users = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      /timingSafeEqual|constantTimeEqual/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(users.sort()).toEqual(OF_BYTES);
});
