/**
 * `bun bench/harness/noise.ts URL TOKENS PARALLEL`: an inconsiderate client; TOKENS are separated by commas, and each connection keeps
 * one. For each line of standard input (a `Noise` in JSON, or `-` to be quiet) it keeps PARALLEL requests running until
 * the next line, and prints a line with the counts since the last one. Plain sockets: `fetch` has at most 256 requests
 * running and costs more than the server does.
 */
export interface Noise {
  readonly method: string;
  /** Path below `/api`; with `isMount` below the root. In the path and the body, `{n}` is replaced by a number that counts up from `from`. */
  readonly path: string;
  readonly isMount?: boolean;
  readonly body?: string;
  readonly type?: string;
  readonly from?: number;
  /** Last number; then the count restarts at `from`. */
  readonly to?: number;
}
const [url = "", tokenList = "", parallel = "100"] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const tokens = tokenList.split(",");

interface Line {
  /** Bytes missing from the response, "chunks" for a chunked one; null while its head is incomplete. */
  left: number | "chunks" | null;
  head: string;
  readonly token: string;
}
/** The last chunk of a chunked response. */
const LAST_CHUNK = "0\r\n\r\n";
let noise: Noise | null = null;
let next = 0;
let counts = { ok: 0, refused: 0, other: 0, failed: 0 };
const idle = new Set<Bun.Socket<Line>>();

function requestOf(
  { method, path, isMount = false, body = "", type = "application/json", from = 0, to }: Noise,
  token: string,
) {
  const n = String(next);
  next = to !== undefined && next >= to ? from : next + 1;
  const content = body.replaceAll("{n}", n);
  const head = [
    `${method} ${isMount ? "" : "/api"}${path.replaceAll("{n}", n)} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    ...(body === "" ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(content)}`]),
  ];
  return `${head.join("\r\n")}\r\n\r\n${content}`;
}

function ask(socket: Bun.Socket<Line>): void {
  if (noise === null) idle.add(socket);
  else send(socket, Buffer.from(requestOf(noise, socket.data.token)));
}

/** Bytes that the kernel does not accept at once are sent later. */
function send(socket: Bun.Socket<Line>, bytes: Buffer): void {
  const sent = Math.max(0, socket.write(bytes));
  if (sent < bytes.length) unsent.set(socket, bytes.subarray(sent));
  else unsent.delete(socket);
}
const unsent = new Map<Bun.Socket<Line>, Buffer>();

function count(status: number): void {
  if (status >= 200 && status < 300) counts.ok += 1;
  else if (status === 429 || status === 503) counts.refused += 1;
  else if (status >= 400 && status < 500) counts.other += 1;
  else counts.failed += 1;
}

function read(socket: Bun.Socket<Line>, bytes: Buffer): void {
  const line = socket.data;
  let body = bytes.length;
  if (line.left === null) {
    line.head += bytes.toString("latin1");
    const end = line.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    count(Number(line.head.slice(9, 12)));
    const isStreamed = /transfer-encoding: chunked/i.test(line.head.slice(0, end));
    line.left = isStreamed ? "chunks" : Number(/content-length: (\d+)/i.exec(line.head)?.[1] ?? 0);
    body = line.head.length - end - 4;
    line.head = "";
  }
  if (line.left === "chunks") {
    line.head = (line.head + bytes.subarray(-LAST_CHUNK.length).toString("latin1")).slice(-LAST_CHUNK.length);
    if (line.head !== LAST_CHUNK) return;
    line.head = "";
  } else {
    line.left -= body;
    if (line.left > 0) return;
  }
  line.left = null;
  ask(socket);
}

const connect = (token: string): Promise<unknown> =>
  Bun.connect<Line>({
    hostname,
    port: Number(port),
    data: { left: null, head: "", token },
    socket: {
      open: ask,
      data: read,
      drain(socket) {
        const rest = unsent.get(socket);
        if (rest) send(socket, rest);
      },
      close(socket) {
        unsent.delete(socket);
        idle.delete(socket);
        // The server closes the connection of a rejected upload; reconnect.
        setTimeout(() => void connect(token).catch(() => undefined), 100);
      },
    },
  });

await Promise.all(
  Array.from({ length: Number(parallel) }, (_, n) => connect(tokens[n % tokens.length] ?? "")),
);
console.log("connected");

for await (const line of console) {
  console.log(JSON.stringify(counts));
  counts = { ok: 0, refused: 0, other: 0, failed: 0 };
  noise = line === "-" ? null : (JSON.parse(line) as Noise);
  next = noise?.from ?? 0;
  if (noise === null) continue;
  const waiting = [...idle];
  idle.clear();
  for (const socket of waiting) ask(socket);
}
