import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface ConnectProxy {
  /** `http://user:password@127.0.0.1:PORT`, the value for a connection's proxy setting. */
  readonly url: string;
  /** Every requested `host:port`. */
  readonly targets: readonly string[];
  stop(): void;
}

export interface ConnectProxyOptions {
  /** `user:password` that a client must send. */
  readonly credentials?: string;
}

const END_OF_HEAD = "\r\n\r\n";

/** A plain HTTP CONNECT proxy on loopback that records the requested targets. */
export async function startConnectProxy({ credentials }: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const targets: string[] = [];
  const clients = new Set<Socket>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createServer(async (client) => {
    clients.add(client);
    client.on("error", () => client.destroy()).on("close", () => clients.delete(client));
    const head = await readHead(client);
    const [, host = "", port = ""] = /^CONNECT ([^:\s]+):(\d+)/.exec(head) ?? [];
    const presented = /^proxy-authorization: (.+)$/im.exec(head)?.[1]?.trim();
    if (wanted && presented !== wanted) return refuse(client, "407 Proxy Authentication Required");
    targets.push(`${host}:${port}`);
    tunnel(client, host, Number(port));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const stop = (): void => {
    for (const client of clients) client.destroy();
    server.close();
  };
  return { url: `http://${credentials ? `${credentials}@` : ""}127.0.0.1:${port}`, targets, stop };
}

/** Reads the request head. Clients wait for the response before they send more, so no data follows it. */
async function readHead(client: Socket): Promise<string> {
  let head = "";
  while (!head.includes(END_OF_HEAD)) {
    const [bytes] = await once(client, "data");
    head += bytes.toString("latin1");
  }
  return head;
}

function refuse(client: Socket, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0${END_OF_HEAD}`);
}

function tunnel(client: Socket, host: string, port: number): void {
  const target = connect(port, host, () => {
    client.write(`HTTP/1.1 200 Connection established${END_OF_HEAD}`);
    client.pipe(target).pipe(client);
  });
  target.on("error", () => refuse(client, "502 Bad Gateway"));
  client.on("close", () => target.destroy());
}
