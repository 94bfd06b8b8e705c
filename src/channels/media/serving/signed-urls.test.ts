import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { signMediaUrl, verifyMediaUrl } from "./signed-urls.ts";

const secrets = createSecrets("an installation key for tests only");
const noon = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const address = { companyId: 3, fileId: 42, fileName: "relatório 50%.pdf" };

describe("signed media addresses", () => {
  test("an address signed here is verified, with or without a host", () => {
    const url = signMediaUrl(secrets, address, noon);
    expect(verifyMediaUrl(secrets, url, noon)).toEqual(address);
    expect(verifyMediaUrl(secrets, `https://crm.example.com${url}`, noon)).toEqual(address);
  });

  test("an address stays the same for a day and is valid for 24 to 48 hours", () => {
    const morning = Date.UTC(2026, 10, 20, 0, 0, 1);
    const night = Date.UTC(2026, 10, 20, 23, 59, 59);
    const url = signMediaUrl(secrets, address, morning);
    expect(signMediaUrl(secrets, address, night)).toBe(url);
    expect(verifyMediaUrl(secrets, url, night + 24 * HOUR)).toEqual(address);
    expect(verifyMediaUrl(secrets, url, morning + 48 * HOUR)).toBeNull();
    for (const now of [morning, noon, night, Date.UTC(2026, 10, 21)]) {
      const made = signMediaUrl(secrets, address, now);
      expect(verifyMediaUrl(secrets, made, now + 24 * HOUR - 1)).toEqual(address);
      expect(verifyMediaUrl(secrets, made, now + 48 * HOUR)).toBeNull();
    }
  });

  test.each([
    ["another company", (url: string) => url.replace("/media/3/", "/media/4/")],
    ["another file", (url: string) => url.replace("/42/", "/43/")],
    ["another name", (url: string) => url.replace(".pdf", ".html")],
    ["a later end", (url: string) => url.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 86400}`)],
    ["another signature", (url: string) => url.replace(/s=.*/, `s=${"0".repeat(64)}`)],
    ["no signature", (url: string) => url.replace(/&s=.*/, "")],
    ["a signature cut short", (url: string) => url.slice(0, -1)],
    ["a folder more", (url: string) => url.replace("/42/", "/42/../42/x/")],
    ["a broken escape", (url: string) => url.replace("%C3%B3", "%C3")],
  ])("an address with %s is rejected", (_, change) => {
    const url = change(signMediaUrl(secrets, address, noon));
    expect(verifyMediaUrl(secrets, url, noon)).toBeNull();
  });

  test("an address of another installation is rejected", () => {
    const other = createSecrets("the key of somebody else entirely");
    expect(verifyMediaUrl(secrets, signMediaUrl(other, address, noon), noon)).toBeNull();
  });

  test("any file name is preserved in the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (fileName) => {
        fc.pre(fileName !== "." && fileName !== "..");
        const url = signMediaUrl(secrets, { ...address, fileName }, noon);
        expect(verifyMediaUrl(secrets, url, noon)?.fileName).toBe(fileName);
      }),
    );
  });
});
