import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";

/** Why the tests' certificate authority cannot be started; null = it can. */
export const whyNoAuthority = (): string | null =>
  Bun.which("pebble") && Bun.which("pebble-challtestsrv")
    ? null
    : "not installed: pebble (apt-get install pebble)";

/**
 * Pebble, the ACME test server of Let's Encrypt: it validates at `httpPort`, resolves every name to this machine, and
 * rejects some nonces as stale, to test the retry.
 */
export async function startAuthority(ports: {
  readonly api: number;
  readonly dns: number;
  readonly http: number;
}) {
  const directory = mkdtempSync(join(tmpdir(), "balcao-pebble-"));
  const path = (name: string) => join(directory, name);
  writeFileSync(path("cert.pem"), serverCertificate);
  writeFileSync(path("key.pem"), serverKey, { mode: 0o600 });
  const pebble = {
    listenAddress: `127.0.0.1:${ports.api}`,
    managementListenAddress: "127.0.0.1:0",
    certificate: path("cert.pem"),
    privateKey: path("key.pem"),
    httpPort: ports.http,
    tlsPort: 1,
  };
  writeFileSync(path("config.json"), JSON.stringify({ pebble }));
  const quiet = { stdin: "ignore", stdout: "ignore", stderr: "ignore" } as const;
  const dns = Bun.spawn(
    [
      "pebble-challtestsrv",
      ...["-management", "127.0.0.1:0", "-http01", "", "-https01", "", "-tlsalpn01", ""],
      ...["-defaultIPv6", "", "-dns01", `127.0.0.1:${ports.dns}`],
    ],
    quiet,
  );
  const authority = Bun.spawn(
    ["pebble", "-strict", "-config", path("config.json"), "-dnsserver", `127.0.0.1:${ports.dns}`],
    { ...quiet, env: { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "5" } },
  );
  const url = `https://localhost:${ports.api}/dir`;
  for (;;) {
    if (authority.exitCode !== null || dns.exitCode !== null)
      throw new Error("the test certificate authority (pebble) ended");
    const isUp = await fetch(url, { tls: { rejectUnauthorized: false } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await Bun.sleep(10);
  }
  return {
    url,
    async close() {
      for (const child of [authority, dns]) {
        // Killed, because it has nothing to store and takes seconds to end on SIGTERM.
        child.kill("SIGKILL");
        await child.exited;
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A self-signed certificate for one name, and its key (PEM). */
export function selfSigned(directory: string, name: string) {
  const [key, cert] = [join(directory, `${name}.key`), join(directory, `${name}.pem`)];
  const words = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "10",
  ];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  Bun.spawnSync(["openssl", ...words, "-keyout", key, "-out", cert, ...subject]);
  return { key, cert };
}

/** The certificate that a server presents at this port: names, serial number and issuer. */
export function certificateShown(port: number, name: string) {
  type Shown = { readonly names: string; readonly serial: string; readonly issuer: string };
  return new Promise<Shown>((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, servername: name, rejectUnauthorized: false }, () => {
      const { subjectaltname = "", serialNumber, issuer } = socket.getPeerCertificate();
      socket.end();
      resolve({ names: subjectaltname, serial: serialNumber, issuer: String(issuer.CN) });
    });
    socket.on("error", reject);
  });
}
