import net from "node:net";
import { randomCode } from "#platform/ids.ts";
import { dial } from "./dial-proxy.ts";

/**
 * A CONNECT proxy on loopback that forwards through the proxy of a connection. It supports SOCKS5, which the runtime
 * does not. Only the bridge opens sockets to addresses that users typed: it resolves and checks each, and connects to
 * the checked address.
 */
export interface ProxyBridge {
  /** Address with its own one-time password, so that no other program on the machine can use it. */
  readonly url: string;
  close(): void;
}

const CONNECT = /^CONNECT ([^\s:]+|\[[^\]]+\]):(\d+) HTTP\/1\.[01]\r\n/;
const HEAD_END = "\r\n\r\n";

/**
 * Starts a bridge to `socks5://`, `http://` or `https://user:password@host:port`; the proxy resolves the names of targets.
 * Without `allowPrivate` a proxy inside a private network is never connected to.
 */
export async function startProxyBridge(proxyUrl: string, allowPrivate: boolean): Promise<ProxyBridge> {
  const proxy = new URL(proxyUrl);
  const password = randomCode(16);
  const expected = `basic ${Buffer.from(`bridge:${password}`).toString("base64")}`.toLowerCase();
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => open.delete(client));
    client.once("data", (head) => {
      const text = head.toString("latin1");
      const target = CONNECT.exec(text);
      const allowed = text.toLowerCase().includes(`proxy-authorization: ${expected}`);
      if (!target || !allowed || !text.includes(HEAD_END)) {
        client.end(`HTTP/1.1 403 Forbidden${HEAD_END}`);
        return;
      }
      const host = (target[1] ?? "").replace(/[[\]]/g, "");
      dial({ proxy, allowPrivate }, { host, port: Number(target[2]) }).then(
        (upstream) => {
          open.add(upstream);
          upstream.on("error", () => client.destroy());
          upstream.on("close", () => open.delete(upstream));
          client.on("close", () => upstream.destroy());
          client.write(`HTTP/1.1 200 Connected${HEAD_END}`);
          client.pipe(upstream).pipe(client);
        },
        () => client.end(`HTTP/1.1 502 Bad Gateway${HEAD_END}`),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://bridge:${password}@127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
