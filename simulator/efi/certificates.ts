import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}
/** A test certificate authority, certificates that it signed, and one that it did not sign; all in PEM format. */
export interface Certificates {
  readonly ca: string;
  /** For 127.0.0.1 and localhost. */
  readonly server: Certificate;
  readonly client: Certificate;
  /** A self-signed certificate that the authority did not sign. */
  readonly stranger: Certificate;
}

/** Creates new certificates with the openssl program. */
export function makeCertificates(): Certificates {
  const directory = mkdtempSync(join(tmpdir(), "balcao-certs-"));
  const path = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(["openssl", ...args], { cwd: directory });
    if (exitCode !== 0) throw new Error(`openssl: ${stderr.toString()}`);
  };
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const read = (name: string): Certificate => ({
    cert: readFileSync(path(`${name}.pem`), "utf8"),
    key: readFileSync(path(`${name}.key`), "utf8"),
  });
  const own = (name: string) =>
    openssl(
      "req",
      "-x509",
      ...curve,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.pem`,
      "-days",
      "2",
      "-subj",
      `/CN=${name}`,
    );
  const signed = (name: string) => {
    openssl("req", ...curve, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      ...by,
      "-out",
      `${name}.pem`,
      "-days",
      "2",
      "-extfile",
      "names",
    );
  };
  try {
    writeFileSync(path("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
    own("ca");
    own("stranger");
    signed("server");
    signed("client");
    return {
      ca: read("ca").cert,
      server: read("server"),
      client: read("client"),
      stranger: read("stranger"),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Converts a certificate and its key to a `.p12` file like Efí's, with the openssl program. */
export function p12Of({ cert, key }: Certificate, password: string, options: readonly string[] = []): Buffer {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    ["openssl", "pkcs12", "-export", "-passout", `pass:${password}`, ...options],
    { stdin: Buffer.from(`${key}\n${cert}`) },
  );
  if (exitCode !== 0) throw new Error(`openssl: ${stderr.toString()}`);
  return stdout;
}
