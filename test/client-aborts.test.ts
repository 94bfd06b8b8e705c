import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { mediaUrl } from "#channels/media/serving/signed-urls.ts";
import { addMediaFile, mediaStoreOf } from "#channels/media/storage/files.ts";
import { createLog } from "#platform/log.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

/** Clients that close the connection before the response is complete: strangers must not fill the log with errors. */
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    log: createLog("debug", (line) => void lines.push(line)),
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  lines.length = 0;
});

const MB = 1024 * 1024;

async function send(head: string, body = ""): Promise<Socket> {
  const { port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(`${head}\r\nHost: a.example\r\n${body}`);
  return socket;
}

/** Resolves when the server has handled the closed connection: other requests are answered meanwhile. */
async function logged(path: string): Promise<void> {
  while (!lines.some((line) => line.includes('"msg":"request"') && line.includes(path)))
    await fetch(`${app.url}/healthz`);
}
const errors = () => lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line));

describe("a client that closes the connection before the response is complete", () => {
  test("a download that its client ends is not logged as an error, and the next one is whole", async () => {
    const tenant = app.company("Padaria");
    const store = mediaStoreOf(tenant);
    const received = await store.receive(
      (async function* () {
        for (let part = 0; part < 16; part += 1) yield Buffer.alloc(MB, part);
      })(),
    );
    const { name, size, sha256 } = await store.adopt(received, "bin", 0);
    const id = tenant.write((unit) => addMediaFile(unit, { path: name, name: "grande.bin", size, sha256 }));
    const path = mediaUrl(tenant, id, "grande.bin");
    const socket = await send(`GET ${path} HTTP/1.1`, "\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await logged("/media/");
    expect((await (await fetch(app.url + path)).arrayBuffer()).byteLength).toBe(16 * MB);
    expect(errors()).toEqual([]);
  });

  test("a request whose client leaves while its slow handler works is not logged as an error", async () => {
    // The password check of a login takes a large fraction of a second.
    const body = JSON.stringify({ email: "ana@example.com", password: "uma senha errada" });
    const socket = await send(
      "POST /api/auth/login HTTP/1.1",
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await fetch(`${app.url}/healthz`);
    expect(lines.some((line) => line.includes("/auth/login"))).toBe(false);
    socket.destroy();
    await logged("/auth/login");
    expect(errors()).toEqual([]);
  });
});
