import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";

const CONFIGURATION = join(import.meta.dir, "../../docs/proxies/haproxy-cluster.cfg");

/** Starts the installed HAProxy with the documented configuration in front of two nodes (`host:port`). */
export async function clusterProxy([a, b]: readonly [string, string]) {
  const directory = mkdtempSync(join(tmpdir(), "balcao-haproxy-"));
  const port = freePort();
  writeFileSync(join(directory, "both.pem"), `${serverCertificate}\n${serverKey}`, { mode: 0o600 });
  const file = join(directory, "haproxy.cfg");
  writeFileSync(
    file,
    readFileSync(CONFIGURATION, "utf8")
      .replace("bind :443", `bind 127.0.0.1:${port}`)
      .replace("/etc/haproxy/certs/balcao.pem", join(directory, "both.pem"))
      .replace("10.0.0.1:3000", a)
      .replace("10.0.0.2:3000", b),
  );
  const child = Bun.spawn([proxyProgram("haproxy") ?? "haproxy", "-db", "-f", file], {
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = new Response(child.stderr).text();
  const url = `https://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${await complaint}`);
    // 503 until a node owns the cell.
    const answers = await fetch(`${url}/healthz`, { tls: { rejectUnauthorized: false } }).then(
      () => true,
      () => false,
    );
    if (answers) break;
    await Bun.sleep(20);
  }
  return {
    url,
    async close() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
