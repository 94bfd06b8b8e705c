import { expect, test } from "bun:test";
import { installFastSignatures, sharedSecret } from "./curve.ts";

interface Pair {
  readonly pubKey: Buffer;
  readonly privKey: Buffer;
}
interface StockCurve {
  generateKeyPair(): Pair;
  calculateAgreement(publicKey: Buffer, privateKey: Buffer): Buffer;
}

test("our key pairs have libsignal's form and produce the same shared secrets", () => {
  const curve: StockCurve = require("libsignal/src/curve.js");
  const stock = { ...curve };
  installFastSignatures();
  const [ours, theirs] = [curve.generateKeyPair(), stock.generateKeyPair()];
  Object.assign(curve, stock);
  expect([ours.pubKey.length, ours.pubKey[0], ours.privKey.length]).toEqual([33, 5, 32]);
  const secret = stock.calculateAgreement(ours.pubKey, theirs.privKey);
  expect(sharedSecret(theirs.pubKey, ours.privKey)).toEqual(secret);
  expect(stock.calculateAgreement(theirs.pubKey, ours.privKey)).toEqual(secret);
});
