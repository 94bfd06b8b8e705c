import { expect, test } from "bun:test";
import { createCipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { decryptMedia } from "./decrypt.ts";

const keys = { iv: randomBytes(16), cipherKey: randomBytes(32), macKey: randomBytes(32) };
const plain = randomBytes(100_003);
const cipher = createCipheriv("aes-256-cbc", keys.cipherKey, keys.iv);
const body = Buffer.concat([cipher.update(plain), cipher.final()]);
const mac = createHmac("sha256", keys.macKey).update(keys.iv).update(body).digest().subarray(0, 10);
const sealed = Buffer.concat([body, mac]);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const expected = { fileSha256: sha256(plain), fileEncSha256: sha256(sealed) };

function decrypt(bytes: Uint8Array, size: number, wanted = expected): Buffer {
  const decryption = decryptMedia(keys, wanted);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    pieces.push(decryption.update(bytes.subarray(at, at + size)));
  const { rest, sha256: hash } = decryption.finish();
  const file = Buffer.concat([...pieces, rest]);
  expect(hash).toBe(sha256(file).toString("hex"));
  return file;
}

test("a file is decrypted correctly in pieces of any size", () => {
  for (const size of [1000, 16, 7, 65_536, sealed.length]) {
    expect(decrypt(sealed, size).equals(plain)).toBe(true);
  }
});

test("a file with a flipped bit, a truncated file and a different file are refused", () => {
  const flipped = Buffer.from(sealed);
  flipped[5000] = (flipped[5000] ?? 0) ^ 1;
  expect(() => decrypt(flipped, 4096)).toThrow("MAC");
  expect(() => decrypt(sealed.subarray(0, -16), 4096)).toThrow("MAC");
  expect(() => decrypt(sealed, 4096, { ...expected, fileSha256: randomBytes(32) })).toThrow("hash");
  expect(() => decrypt(sealed, 4096, { ...expected, fileEncSha256: randomBytes(32) })).toThrow("hash");
});
