import { describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeCertificate, NODE_NAME } from "./authority.ts";

const SECRET = "the installation key of the tests";

describe("certificates of nodes", () => {
  test("two processes with one APP_SECRET accept each other's certificates", () => {
    const [a, b] = [createNodeCertificate(SECRET), createNodeCertificate(SECRET)];
    const own = new X509Certificate(a.cert);
    const authority = new X509Certificate(b.ca[0] ?? "");
    expect(a.key).not.toBe(b.key);
    expect(own.checkIssued(authority)).toBe(true);
    expect(own.verify(authority.publicKey)).toBe(true);
    expect(own.subjectAltName).toBe(`DNS:${NODE_NAME}`);
    expect([own.ca, authority.ca]).toEqual([false, true]);
    expect(authority.verify(authority.publicKey)).toBe(true);
  });

  test("another APP_SECRET has another authority", () => {
    const own = new X509Certificate(createNodeCertificate(SECRET).cert);
    const other = new X509Certificate(createNodeCertificate("another key").ca[0] ?? "");
    expect(own.checkIssued(other)).toBe(false);
    expect(own.verify(other.publicKey)).toBe(false);
  });

  test("after a rotation the authority of the former key is accepted too", () => {
    const former = new X509Certificate(createNodeCertificate("the former key").cert);
    const { ca } = createNodeCertificate(SECRET, ["the former key"]);
    expect(ca.map((pem) => former.verify(new X509Certificate(pem).publicKey))).toEqual([false, true]);
  });

  test("certificates are valid whatever the clock of a machine shows", () => {
    const { validFromDate, validToDate } = new X509Certificate(createNodeCertificate(SECRET).cert);
    expect([validFromDate.getUTCFullYear(), validToDate.getUTCFullYear()]).toEqual([2000, 2200]);
  });

  test("OpenSSL verifies a certificate for both ends of a connection", async () => {
    if (!Bun.which("openssl")) return;
    const { cert, ca } = createNodeCertificate(SECRET);
    for (const purpose of ["sslserver", "sslclient"]) {
      const folder = mkdtempSync(join(tmpdir(), "balcao-authority-"));
      await Bun.write(join(folder, "ca.pem"), ca.join(""));
      await Bun.write(join(folder, "node.pem"), cert);
      const { stdout, exitCode } = Bun.spawnSync(
        [
          "openssl",
          "verify",
          "-x509_strict",
          "-purpose",
          purpose,
          "-verify_hostname",
          NODE_NAME,
          "-CAfile",
          "ca.pem",
          "node.pem",
        ],
        { cwd: folder },
      );
      rmSync(folder, { recursive: true });
      expect([exitCode, stdout.toString()]).toEqual([0, "node.pem: OK\n"]);
    }
  });
});
