import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { installFastHashes } from "./hashes.ts";

interface StockHashes {
  calculateMAC(key: Buffer, data: Buffer): Buffer;
  deriveSecrets(input: Buffer, salt: Buffer, info: Buffer, chunks?: number): Buffer[];
}

test("our HMACs and derived keys equal libsignal's", () => {
  const hashes: StockHashes = require("libsignal/src/crypto.js");
  const stock = { ...hashes };
  installFastHashes();
  const ours = { ...hashes };
  Object.assign(hashes, stock);
  expect(ours.calculateMAC).not.toBe(stock.calculateMAC);
  for (const size of [0, 1, 32, 200]) {
    const [key, data] = [randomBytes(32), randomBytes(size)];
    expect(ours.calculateMAC(key, data)).toEqual(stock.calculateMAC(key, data));
    for (const chunks of [undefined, 1, 2, 3]) {
      const info = Buffer.from("WhisperMessageKeys");
      const derived = ours.deriveSecrets(data, key, info, chunks);
      expect(derived).toEqual(stock.deriveSecrets(data, key, info, chunks));
      expect(derived.every((secret) => Buffer.isBuffer(secret))).toBe(true);
    }
  }
});
