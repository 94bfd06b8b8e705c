import { expect, spyOn, test } from "bun:test";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("a password is hashed with Argon2id, not below the floor of OWASP", async () => {
  const hash = spyOn(Bun.password, "hash");
  const stored = await hashPassword("correct horse");
  const [, how] = hash.mock.calls[0] ?? [];
  hash.mockRestore();
  expect(how).toEqual({ algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  expect(stored).toStartWith("$argon2id$");
});

test("the right password verifies, a wrong one does not, and a missing hash never does", async () => {
  const stored = await hashPassword("correct horse");
  expect(await verifyPassword("correct horse", stored)).toBe(true);
  expect(await verifyPassword("correct house", stored)).toBe(false);
  expect(await verifyPassword("correct horse", undefined)).toBe(false);
});
