import net from "node:net";
import tls from "node:tls";
import { addressOf } from "#platform/outbound/target.ts";

export interface Destination {
  readonly host: string;
  readonly port: number;
}
interface Way {
  readonly proxy: URL;
  /** Value of `ALLOW_PRIVATE_URLS`. */
  readonly allowPrivate: boolean;
}

/** Limits of a proxy: bytes of an HTTP proxy's answer to CONNECT; ms until the connection is open. */
const MAX_HEAD = 16_384;
const PATIENCE_MS = 30_000;

/**
 * Opens a TCP stream to a destination through a proxy. The proxy's name is resolved, and the socket connects to the
 * address that was checked. Throws OutboundFailed when the address is not allowed, and other errors when the proxy
 * fails.
 */
export async function dial({ proxy, allowPrivate }: Way, to: Destination): Promise<net.Socket> {
  const address = await addressOf(proxy.hostname, { allowPrivate });
  const open = proxy.protocol.startsWith("socks") ? throughSocks : throughHttp;
  return open(address, proxy, to);
}

/** CONNECT (RFC 9110, 9.3.6), also over TLS. */
async function throughHttp(address: string, proxy: URL, { host, port }: Destination): Promise<net.Socket> {
  const isTls = proxy.protocol === "https:";
  const at = { host: address, port: Number(proxy.port || (isTls ? 443 : 80)) };
  const servername = net.isIP(proxy.hostname.replace(/[[\]]/g, "")) ? {} : { servername: proxy.hostname };
  const socket = isTls ? tls.connect({ ...at, ...servername }) : net.connect(at);
  const reader = createReader(socket);
  try {
    const name = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const login = proxy.username
      ? `Proxy-Authorization: Basic ${Buffer.from(user).toString("base64")}\r\n`
      : "";
    socket.write(`CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n${login}\r\n`);
    let head = "";
    while (!head.endsWith("\r\n\r\n")) {
      if (head.length >= MAX_HEAD) throw new Error("the answer of the proxy is too long");
      head += (await reader.take(1)).toString("latin1");
    }
    if (!/^HTTP\/1\.[01] 2\d\d\b/.test(head)) throw new Error("the proxy refused the connection");
    reader.release();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** SOCKS5 (RFC 1928, password by RFC 1929). */
async function throughSocks(address: string, proxy: URL, { host, port }: Destination): Promise<net.Socket> {
  const socket = net.connect(Number(proxy.port || 1080), address);
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

/** Reads exact numbers of bytes from a socket, until `release`. */
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
  const late = setTimeout(() => reject(new Error("the proxy does not answer")), PATIENCE_MS);
  const onData = (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    serve();
  };
  socket.on("data", onData);
  socket.once("error", reject);
  socket.once("close", () => {
    clearTimeout(late);
    reject(new Error("the proxy closed the connection"));
  });
  return {
    take(size: number): Promise<Buffer> {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      waiting = { size, resolve };
      serve();
      return Promise.race([promise, failure]);
    },
    release() {
      clearTimeout(late);
      socket.off("data", onData);
      if (buffered.length > 0) socket.unshift(buffered);
    },
  };
}
