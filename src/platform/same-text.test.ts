import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sameText } from "./same-text.ts";

test("texts are the same only when every byte is, whatever letters they have", () => {
  expect(sameText("abc", "abc")).toBe(true);
  expect(sameText("abc", "abd")).toBe(false);
  expect(sameText("abc", "ab")).toBe(false);
  // As many characters, but more bytes.
  expect(sameText("abcd", "abcé")).toBe(false);
  expect(sameText("", "\ud800")).toBe(false);
});

/** Fixed numbers of bytes of a protocol, never text of a caller. */
const OF_BYTES = [
  "channels/connections/whatsapp/media/decrypt.ts",
  "platform/pkcs12/open.ts",
  "platform/same-text.ts",
  "platform/tokens.ts",
];

test("no other file compares texts of callers by hand", () => {
  const root = join(import.meta.dir, "..");
  const users = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      readFileSync(join(root, path), "utf8").includes("timingSafeEqual"),
  );
  expect(users.sort()).toEqual(OF_BYTES);
});
