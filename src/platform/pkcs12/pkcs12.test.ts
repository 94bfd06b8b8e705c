import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Pkcs12Error, pemOfPkcs12 } from "./open.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-pkcs12-"));
const path = (name: string) => join(directory, name);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function openssl(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${args.join(" ")}: ${stderr}`);
  return stdout;
}
const made = (key: string, name: string) =>
  openssl(
    ...["req", "-x509", "-newkey", ...key.split(" "), "-nodes", "-days", "30", "-subj", `/CN=${name}`],
    ...["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)],
  );
beforeAll(() => {
  made("rsa:2048", "efi");
  made("ec -pkeyopt ec_paramgen_curve:prime256v1", "curve");
  made("rsa:2048", "above");
});

/** A .p12 file written by OpenSSL. */
function exported(password: string, options: readonly string[] = [], name = "efi"): Buffer {
  const [cert, key] = [path(`${name}.pem`), path(`${name}.key`)];
  const files = ["-in", cert, "-inkey", key, "-out", path("file.p12")];
  openssl("pkcs12", "-export", ...files, "-passout", `pass:${password}`, ...options);
  return readFileSync(path("file.p12"));
}
const partsOf = (pem: string) => pem.match(/-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g) ?? [];
const keyOf = (pem: string) =>
  createPrivateKey(partsOf(pem).find((part) => part.includes("PRIVATE KEY")) ?? "");
const refusal = (file: Buffer, password: string): string => {
  try {
    pemOfPkcs12(file, password);
    return "opened";
  } catch (error) {
    return (error as Pkcs12Error).reason;
  }
};

describe("a PKCS#12 file", () => {
  test.each([
    ["from before 2021 with 40-bit RC2 and 3DES", ["-legacy"]],
    ["with 3DES only", ["-legacy", "-certpbe", "PBE-SHA1-3DES"]],
    ["with 128-bit RC2", ["-legacy", "-certpbe", "PBE-SHA1-RC2-128", "-keypbe", "PBE-SHA1-RC2-128"]],
    ["with two-key 3DES", ["-legacy", "-certpbe", "PBE-SHA1-2DES", "-keypbe", "PBE-SHA1-2DES"]],
    ["with AES-256, PBKDF2 and SHA-256", []],
    [
      "with AES-128 and an SHA-512 MAC",
      ["-certpbe", "AES-128-CBC", "-keypbe", "AES-128-CBC", "-macalg", "sha512"],
    ],
    [
      "with AES-192 and an SHA-384 MAC",
      ["-certpbe", "AES-192-CBC", "-keypbe", "AES-192-CBC", "-macalg", "sha384"],
    ],
    ["with 20,000 iterations", ["-iter", "20000"]],
    ["with a MAC but no encryption", ["-certpbe", "NONE", "-keypbe", "NONE"]],
  ])("a file %s opens with its password and with no other", (_, options) => {
    for (const password of ["senha da Efí", ""]) {
      const file = exported(password, options);
      const pem = pemOfPkcs12(file, password);
      expect(partsOf(pem)).toHaveLength(2);
      expect(new X509Certificate(pem).subject).toBe("CN=efi");
      expect(new X509Certificate(pem).checkPrivateKey(keyOf(pem))).toBe(true);
      expect(refusal(file, "another")).toBe("password");
    }
  });

  test("the PEM of an EC file with a chain begins with the certificate of the key", () => {
    const pem = pemOfPkcs12(exported("x", ["-certfile", path("above.pem")], "curve"), "x");
    const subjects = partsOf(pem)
      .slice(0, 2)
      .map((part) => new X509Certificate(part).subject);
    expect(subjects).toEqual(["CN=curve", "CN=above"]);
    expect(keyOf(pem).asymmetricKeyType).toBe("ec");
  });

  test("a file with indefinite lengths (BER) opens", () => {
    const file = exported("x");
    // A SEQUENCE with a length of two bytes is changed to indefinite length, which ends with two zero bytes.
    expect([file[0], file[1]]).toEqual([0x30, 0x82]);
    const open = Buffer.concat([Buffer.from([0x30, 0x80]), file.subarray(4), Buffer.alloc(2)]);
    expect(pemOfPkcs12(open, "x")).toBe(pemOfPkcs12(file, "x"));
  });
});

describe("an invalid PKCS#12 file", () => {
  test("a PEM, an empty and a truncated file are rejected; a changed byte never yields another key", () => {
    expect(refusal(readFileSync(path("efi.pem")), "x")).toBe("unreadable");
    expect(refusal(Buffer.alloc(0), "x")).toBe("unreadable");
    const file = exported("x");
    expect(refusal(file.subarray(0, file.length - 1), "x")).toBe("unreadable");
    const whole = pemOfPkcs12(file, "x");
    for (let at = 0; at < file.length; at += 37) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x11;
      // Bytes without meaning (the NULL parameters of a hash) are outside the MAC.
      if (refusal(changed, "x") === "opened") expect(pemOfPkcs12(changed, "x")).toBe(whole);
      else expect(["password", "unreadable"]).toContain(refusal(changed, "x"));
    }
  });

  test("a file without a key is rejected", () => {
    openssl(
      "pkcs12",
      "-export",
      "-nokeys",
      "-in",
      path("efi.pem"),
      "-out",
      path("half.p12"),
      "-passout",
      "pass:x",
    );
    expect(refusal(readFileSync(path("half.p12")), "x")).toBe("unreadable");
  });

  test("a file with too many iterations is rejected before any key is derived", () => {
    const file = exported("x", ["-iter", "70000"]);
    const iterations = Buffer.from([0x02, 0x03, 0x01, 0x11, 0x70]);
    expect(file.includes(iterations)).toBe(true);
    const greedy = Buffer.from(file);
    greedy.writeUIntBE(0x7fffff, greedy.lastIndexOf(iterations) + 2, 3);
    expect(refusal(greedy, "x")).toBe("unreadable");
  });

  test("endlessly nested values are rejected", () => {
    expect(refusal(Buffer.alloc(100_000, Buffer.from([0x30, 0x80])), "x")).toBe("unreadable");
  });
});
