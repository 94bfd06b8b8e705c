import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { freePort, ServerProcess, SUPER } from "#test/helpers/server-process.ts";
import { type ProxyName, proxyProgram, startProxy } from "./proxy.ts";

/** Maximum size of a file sent to a customer, bytes. */
const LARGE = 100_000_000;
const MINUTE = 60_000;
const tls = { rejectUnauthorized: false };

describe.each(["nginx", "haproxy", "caddy"] as const)(
  "behind %s as the documentation has it",
  (name: ProxyName) => {
    const installed = proxyProgram(name) !== null;
    if (!installed) console.log(`${name} is not installed: its configuration is not tried`);
    const shown = test.skipIf(!installed);
    const port = freePort();
    const server = new ServerProcess({
      env: { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: `https://localhost:${port}` },
    });
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    let token = "";
    beforeAll(async () => {
      if (!installed) return;
      await server.start();
      proxy = await startProxy(name, `127.0.0.1:${server.port}`, port);
      const answer = await fetch(`${proxy.url}/api/auth/login`, {
        method: "POST",
        tls,
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
        body: JSON.stringify(SUPER),
      });
      ({ token } = (await answer.json()) as { token: string });
    }, MINUTE);
    afterAll(async () => {
      await proxy?.close();
      await server.remove();
    });
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${proxy.url}${path}`, {
        ...init,
        tls,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      });

    shown("the page comes, and the program knows that browsers reach it by TLS", async () => {
      const answer = await call("/tickets", { headers: { accept: "text/html" } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("strict-transport-security")).toContain("max-age");
    });

    shown("the address of a browser is the address that the proxy saw, whatever a client wrote", async () => {
      const sessions = await (await call("/api/auth/sessions")).text();
      expect(sessions).not.toContain("203.0.113.9");
      expect(sessions).toMatch(/"ip":"(127\.0\.0\.1|::1)"/);
    });

    shown("a live socket opens, signs in, and hears of a change at once", async () => {
      const socket = new WebSocket(`${proxy.url.replace("https", "wss")}/socket`, {
        headers: { origin: proxy.url },
        tls,
      } as unknown as string[]);
      const heard: string[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.onopen = () => socket.send(JSON.stringify({ t: "auth", token }));
      socket.onclose = () => reject(new Error(`closed after ${heard.join()}`));
      let asked = false;
      socket.onmessage = async ({ data }) => {
        heard.push(String(data));
        if (heard.some((frame) => frame.includes("por cima do proxy"))) return resolve();
        if (asked) return;
        asked = true;
        await server.call("POST", "/tags", { name: "por cima do proxy", color: "#112233" }, token);
      };
      await promise;
      socket.onclose = null;
      socket.close();
    });

    shown(
      "the proxy passes a complete file of 100 MB, and the program refuses a file that is too large",
      async () => {
        const { id } = await server.call<{ id: number }>(
          "POST",
          "/quick-messages",
          {
            shortcode: "manual",
            message: "O manual",
          },
          token,
        );
        const upload = (size: number) => {
          const form = new FormData();
          const bytes = new Uint8Array(size).fill(0x20);
          bytes.set(new TextEncoder().encode("%PDF-1.7\n"));
          form.set("file", new File([bytes], "manual.pdf"));
          return call(`/api/quick-messages/${id}/media-upload`, { method: "POST", body: form });
        };
        expect((await upload(LARGE)).status).toBe(200);
        expect((await upload(LARGE * 1.1)).status).toBe(413);
      },
      MINUTE,
    );
  },
);
