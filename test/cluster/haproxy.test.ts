import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { clusterProxy } from "./haproxy.ts";

const installed = proxyProgram("haproxy") !== null;
if (!installed) noteSkipped("the configuration for a cluster needs HAProxy");
const shown = test.skipIf(!installed);
const tls = { rejectUnauthorized: false };

/** A node as the proxy sees it: its answers name it, `/ownerz` answers 200 while it owns the cell. */
function fakeNode(name: string) {
  const node = { name, owns: false, isClosed: false, requests: 0, sockets: 0 };
  const server = Bun.serve({
    port: freePort(),
    hostname: "127.0.0.1",
    fetch(request, self) {
      const { pathname } = new URL(request.url);
      if (pathname === "/ownerz") return new Response("", { status: node.owns ? 200 : 503 });
      if (pathname === "/socket" && self.upgrade(request)) return undefined;
      node.requests += 1;
      return node.isClosed ? new Response("", { status: 503 }) : new Response(name);
    },
    websocket: { message() {} },
  });
  return { node, server };
}

/** The proxy counts both nodes as up until its first checks, and a moment after a change. */
const CHECKED = 10;

describe("HAProxy in front of a cluster, as the documentation has it", () => {
  const [a, b] = [fakeNode("a"), fakeNode("b")];
  let proxy: Awaited<ReturnType<typeof clusterProxy>> | undefined;
  const ask = async (method = "GET") => {
    const answer = await fetch(`${proxy?.url}/api/x`, { method, tls });
    return { status: answer.status, text: await answer.text() };
  };

  /** Waits until the proxy sends all requests to this node. */
  const onlyTo = async (name: string) => {
    for (let inRow = 0; inRow < CHECKED; await Bun.sleep(20))
      inRow = (await ask()).text === name ? inRow + 1 : 0;
  };
  const give = async (owner: "a" | "b") => {
    for (const { node } of [a, b]) node.owns = node.name === owner;
    await onlyTo(owner);
  };

  beforeAll(async () => {
    if (!installed) return;
    a.node.owns = true;
    proxy = await clusterProxy([`127.0.0.1:${a.server.port}`, `127.0.0.1:${b.server.port}`]);
    await onlyTo("a");
    b.node.requests = 0;
  });
  afterAll(async () => {
    await proxy?.close();
    await Promise.all([a.server.stop(true), b.server.stop(true)]);
  });

  shown("requests reach the owner only, and follow the cell to the other node", async () => {
    for (let n = 0; n < 20; n += 1) expect(await ask()).toEqual({ status: 200, text: "a" });
    expect(b.node.requests).toBe(0);
    await give("b");
    const before = a.node.requests;
    for (let n = 0; n < 20; n += 1) expect((await ask()).text).toBe("b");
    expect(a.node.requests).toBe(before);
    await give("a");
  });

  shown("a live socket is closed when its node loses the cell", async () => {
    const socket = new WebSocket(`${proxy?.url.replace("https", "wss")}/socket`, {
      tls,
    } as unknown as string[]);
    await new Promise((resolve) => (socket.onopen = resolve));
    const closed = new Promise((resolve) => (socket.onclose = resolve));
    Object.assign(a.node, { owns: false });
    Object.assign(b.node, { owns: true });
    await closed;
    await give("a");
  });

  shown("during a takeover reads are tried on the other node, and writes are not repeated", async () => {
    // The former owner refuses before the proxy's next check notices.
    Object.assign(b.node, { owns: true });
    while ((await ask()).text !== "b") await Bun.sleep(20);
    Object.assign(a.node, { isClosed: true });
    for (let n = 0; n < 10; n += 1) expect((await ask()).status).toBe(200);
    const before = a.node.requests + b.node.requests;
    const writes = await Promise.all(Array.from({ length: 10 }, () => ask("POST")));
    expect(a.node.requests + b.node.requests).toBe(before + 10);
    expect(writes.some(({ status }) => status === 503)).toBe(true);
    Object.assign(a.node, { isClosed: false });
  });

  shown("HAProxy accepts the documented configuration without a warning", async () => {
    const directory = mkdtempSync(join(tmpdir(), "balcao-haproxy-"));
    writeFileSync(join(directory, "both.pem"), `${serverCertificate}\n${serverKey}`, { mode: 0o600 });
    const file = join(directory, "haproxy.cfg");
    const page = readFileSync(join(import.meta.dir, "../../docs/proxies/haproxy-cluster.cfg"), "utf8");
    writeFileSync(file, page.replace("/etc/haproxy/certs/balcao.pem", join(directory, "both.pem")));
    const checked = Bun.spawnSync([proxyProgram("haproxy") ?? "", "-c", "-f", file]);
    rmSync(directory, { recursive: true });
    expect(`${checked.stdout}${checked.stderr}`).toMatch(/^Configuration file is valid\s*$/);
  });
});
