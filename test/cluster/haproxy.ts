import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";

const DOCUMENTS = join(import.meta.dir, "../../docs/proxies");
type Document = "haproxy-cluster.cfg" | "haproxy-cells.cfg";

/** Starts the installed HAProxy with the documented configuration in front of two nodes (`host:port`). */
export const clusterProxy = ([a, b]: readonly [string, string]) =>
  startDocumented("haproxy-cluster.cfg", { "10.0.0.1:3000": a, "10.0.0.2:3000": b });

/**
 * Starts the installed HAProxy with the documented configuration of three cells. `cells`: the two processes (`host:port`) of cells
 * 1, 2 and 3, which the documentation has on the machines a and b, b and c, c and a.
 */
export const cellsProxy = (cells: readonly (readonly [string, string])[]) =>
  startDocumented(
    "haproxy-cells.cfg",
    Object.fromEntries(
      cells.flatMap((pair, index) =>
        pair.map((address, second) => [
          `10.0.0.${((index + second) % cells.length) + 1}:${3000 + index}`,
          address,
        ]),
      ),
    ),
  );

export type RunningProxy = Awaited<ReturnType<typeof clusterProxy>>;

/** Writes the document with a certificate, the map of cells and these changes; returns the path of the file. */
function write(directory: string, document: Document, changes: Readonly<Record<string, string>>): string {
  const certificate = join(directory, "both.pem");
  const map = join(directory, "cells.map");
  writeFileSync(certificate, `${serverCertificate}\n${serverKey}`, { mode: 0o600 });
  writeFileSync(map, "1 cell1\n2 cell2\n3 cell3\n");
  let text = readFileSync(join(DOCUMENTS, document), "utf8")
    .replaceAll("/etc/haproxy/certs/balcao.pem", certificate)
    .replaceAll("/etc/haproxy/cells.map", map)
    // A test machine may allow fewer open files.
    .replace(/maxconn \d+/, "maxconn 2000");
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`docs/proxies/${document} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = join(directory, "haproxy.cfg");
  writeFileSync(file, text);
  return file;
}

const newDirectory = () => mkdtempSync(join(tmpdir(), "balcao-haproxy-"));

/** What the installed HAProxy prints when it checks a documented configuration. */
export function complaintsAbout(document: Document): string {
  const directory = newDirectory();
  const checked = Bun.spawnSync([proxyProgram("haproxy") ?? "", "-c", "-f", write(directory, document, {})]);
  rmSync(directory, { recursive: true });
  return `${checked.stdout}${checked.stderr}`;
}

async function startDocumented(document: Document, addresses: Readonly<Record<string, string>>) {
  const directory = newDirectory();
  const port = freePort();
  const file = write(directory, document, { ...addresses, "bind :443": `bind 127.0.0.1:${port}` });
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
