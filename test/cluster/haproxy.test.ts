import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { fakeNode } from "./fake-node.ts";
import { clusterProxy, complaintsAbout } from "./haproxy.ts";

const installed = proxyProgram("haproxy") !== null;
if (!installed) noteSkipped("the configuration for a cluster needs HAProxy");
const shown = test.skipIf(!installed);
const tls = { rejectUnauthorized: false };

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
    proxy = await clusterProxy([a.address, b.address]);
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
    expect(complaintsAbout("haproxy-cluster.cfg")).toMatch(/^Configuration file is valid\s*$/);
  });
});
