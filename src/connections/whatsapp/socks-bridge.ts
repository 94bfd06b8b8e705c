import { randomBytes } from "node:crypto";
import net from "node:net";

/** A CONNECT proxy on loopback that goes on through a SOCKS5 proxy, which the runtime does not speak. */
export interface SocksBridge {
  /** Address with its own one-time password, so that no other program on the machine can use it. */
  readonly url: string;
  close(): void;
}

const CONNECT = /^CONNECT ([^\s:]+|\[[^\]]+\]):(\d+) HTTP\/1\.[01]\r\n/;
const HEAD_END = "\r\n\r\n";

/** Starts a bridge to `socks5://user:password@host:port`; host names are resolved by the proxy. */
export async function startSocksBridge(socksUrl: string): Promise<SocksBridge> {
  const proxy = new URL(socksUrl);
  const password = randomBytes(16).toString("hex");
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
      dial(proxy, host, Number(target[2])).then(
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

/** Opens a TCP stream to host and port through SOCKS5 (RFC 1928, password by RFC 1929). */
async function dial(proxy: URL, host: string, port: number): Promise<net.Socket> {
  const socket = net.connect(Number(proxy.port || 1080), proxy.hostname.replace(/[[\]]/g, ""));
  const reader = createReader(socket);
  try {
    socket.write(Buffer.of(5, 1, proxy.username ? 2 : 0));
    const [, method] = await reader.take(2);
    if (method === 2) {
      const user = Buffer.from(decodeURIComponent(proxy.username));
      const secret = Buffer.from(decodeURIComponent(proxy.password));
      socket.write(Buffer.concat([Buffer.of(1, user.length), user, Buffer.of(secret.length), secret]));
      const [, refused] = await reader.take(2);
      if (refused !== 0) throw new Error("the SOCKS proxy refused the password");
    } else if (method !== 0) throw new Error("the SOCKS proxy offers no way to log in");
    const name = Buffer.from(host);
    socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3, name.length), name, Buffer.of(port >> 8, port & 255)]));
    const [, failure, , kind] = await reader.take(4);
    if (failure !== 0) throw new Error(`the SOCKS proxy could not connect (${failure})`);
    const addressLength = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
    await reader.take(addressLength + 2);
    reader.release();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Reads exact numbers of bytes from a socket until it is released to stream freely. */
function createReader(socket: net.Socket) {
  let buffered = Buffer.alloc(0);
  let waiting: { readonly size: number; readonly resolve: (bytes: Buffer) => void } | null = null;
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {});
  const serve = () => {
    if (!waiting || buffered.length < waiting.size) return;
    const { size, resolve } = waiting;
    waiting = null;
    const bytes = buffered.subarray(0, size);
    buffered = buffered.subarray(size);
    resolve(bytes);
  };
  const onData = (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    serve();
  };
  socket.on("data", onData);
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("the SOCKS proxy closed the connection")));
  return {
    take(size: number): Promise<Buffer> {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      waiting = { size, resolve };
      serve();
      return Promise.race([promise, failure]);
    },
    release() {
      socket.off("data", onData);
      if (buffered.length > 0) socket.unshift(buffered);
    },
  };
}
