import { expect, test } from "bun:test";
import { isPemPair } from "./contract.ts";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----";
const KEY = "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----";

test("a PEM text with a certificate and its key is accepted, in either order", () => {
  expect(isPemPair(`${CERTIFICATE}\n${KEY}`)).toBe(true);
  expect(isPemPair(`Bag Attributes\n${KEY.replaceAll("PRIVATE", "RSA PRIVATE")}\n${CERTIFICATE}`)).toBe(true);
});

test("a certificate without its key, an encrypted key or a raw .p12 file is rejected", () => {
  expect(isPemPair(CERTIFICATE)).toBe(false);
  expect(isPemPair(KEY)).toBe(false);
  expect(isPemPair(`${CERTIFICATE}\n${KEY.replaceAll("PRIVATE", "ENCRYPTED PRIVATE")}`)).toBe(false);
  expect(isPemPair("0\u0082\u0009\u00b2\u0002\u0001\u0003")).toBe(false);
});
