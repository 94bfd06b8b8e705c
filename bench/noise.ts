/**
 * `bun bench/noise.ts URL TOKEN PARALLEL`: an inconsiderate client. For each line of standard input (a path, or `-` to be
 * quiet) keeps PARALLEL requests of it running until the next line, and answers a line with what the last one got. Plain
 * sockets: `fetch` has at most 256 requests running and costs more than the server does.
 */
const [url = "", token = "", parallel = "100"] = process.argv.slice(2);
const { hostname, port } = new URL(url);

interface Line {
  /** Bytes of the answer that are still to come, "chunks" of a streamed one; null while its head is not complete. */
  left: number | "chunks" | null;
  head: string;
}
/** The end of a streamed answer. */
const LAST_CHUNK = "0\r\n\r\n";
let request: string | null = null;
let counts = { ok: 0, refused: 0, failed: 0 };
const idle = new Set<Bun.Socket<Line>>();

function ask(socket: Bun.Socket<Line>): void {
  if (request === null) idle.add(socket);
  else socket.write(request);
}

function count(status: number): void {
  if (status === 200) counts.ok += 1;
  else if (status === 429 || status === 503) counts.refused += 1;
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

const connected = Array.from({ length: Number(parallel) }, () =>
  Bun.connect<Line>({
    hostname,
    port: Number(port),
    data: { left: null, head: "" },
    socket: {
      open: ask,
      data: read,
      close() {
        counts.failed += 1;
      },
    },
  }),
);
await Promise.all(connected);
console.log("connected");

for await (const line of console) {
  console.log(JSON.stringify(counts));
  counts = { ok: 0, refused: 0, failed: 0 };
  request =
    line === "-"
      ? null
      : `GET /api${line} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  if (request === null) continue;
  const waiting = [...idle];
  idle.clear();
  for (const socket of waiting) ask(socket);
}
