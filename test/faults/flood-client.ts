/**
 * `bun test/faults/flood-client.ts URL`: attacks a server, for `bench/flood.ts` and `test/faults/flood.test.ts`. It runs in a
 * process of its own, so that its work does not delay the requests that are measured. Each line of standard input is an
 * order in JSON; the answer is a line of counts. Addresses are named in `X-Forwarded-For`, which the server trusts here.
 */
interface Bodies {
  readonly kind: "bodies";
  readonly connections: number;
  readonly bytes: number;
  readonly lastsMs: number;
}

interface Sockets {
  readonly kind: "sockets";
  /** Sockets are opened for these sessions in turn. */
  readonly tokens: readonly string[];
  readonly count: number;
}

/** An order: close all sockets and count those that the server had closed before. */
interface Release {
  readonly kind: "release";
}

const target = new URL(process.argv[2] ?? "");
const hostname = target.hostname;
const port = Number(target.port);
const address = (n: number) => `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}`;

/** Bytes that each connection sends, and how often: 640 kB a second. */
const PIECE = new Uint8Array(32 * 1024).fill(120);
const PIECE_EVERY_MS = 50;

interface Upload {
  left: number;
  status: number;
  isClosed: boolean;
}

/** Keeps `connections` slow calls with a wrong signature running; a call that ended is followed by the next one. */
async function sendBodies({ connections, bytes, lastsMs }: Bodies): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const until = Date.now() + lastsMs;
  const line = async (n: number) => {
    const head = [
      "POST /webhooks/meta HTTP/1.1",
      `Host: ${target.host}`,
      `X-Forwarded-For: ${address(n)}`,
      `X-Hub-Signature-256: sha256=${"0".repeat(64)}`,
      `Content-Length: ${bytes}`,
      "\r\n",
    ].join("\r\n");
    while (Date.now() < until) {
      const upload: Upload = { left: bytes, status: 0, isClosed: false };
      const socket = await connect(head, upload).catch(() => null);
      while (socket && upload.status === 0 && !upload.isClosed && Date.now() < until) {
        if (upload.left > 0) upload.left -= Math.max(0, socket.write(PIECE.subarray(0, upload.left)));
        await Bun.sleep(PIECE_EVERY_MS);
      }
      const outcome = outcomeOf(upload, socket !== null);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      socket?.terminate();
      // A refused caller retries soon, but not in a busy loop.
      await Bun.sleep(PIECE_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, n) => line(n)));
  return counts;
}

const connect = (head: string, upload: Upload) =>
  Bun.connect({
    hostname,
    port,
    socket: {
      open: (socket) => void socket.write(head),
      data(_, bytes) {
        upload.status = Number(bytes.subarray(9, 12).toString());
      },
      close() {
        upload.isClosed = true;
      },
    },
  });

function outcomeOf({ status, isClosed }: Upload, isConnected: boolean): string {
  if (!isConnected) return "notConnected";
  if (status > 0) return String(status);
  return isClosed ? "closed" : "unfinished";
}

interface Listener {
  text: string;
  state: "connecting" | "signingIn" | "open" | "refused";
  isClosed: boolean;
  readonly token: string;
  readonly settled: () => void;
}
const open: Bun.Socket<Listener>[] = [];
let bytesRead = 0;

/** A text frame of a browser; its mask is zero, so the text is unchanged. */
function frameOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const length =
    bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Uint8Array.from([0x81, ...length, 0, 0, 0, 0]), bytes]);
}

/** Signs in, and stops reading after the server's answer. */
function read(socket: Bun.Socket<Listener>, bytes: Buffer): void {
  const { data } = socket;
  bytesRead += bytes.length;
  if (data.state === "open") return;
  data.text += bytes.toString("latin1");
  if (data.state === "connecting" && data.text.includes("\r\n\r\n")) {
    data.state = "signingIn";
    data.text = data.text.slice(data.text.indexOf("\r\n\r\n") + 4);
    socket.write(frameOf(JSON.stringify({ t: "auth", token: data.token })));
  }
  if (data.state !== "signingIn" || data.text === "") return;
  data.state = data.text.charCodeAt(0) === 0x81 ? "open" : "refused";
  if (data.state === "open") socket.pause();
  else socket.terminate();
  data.text = "";
  data.settled();
}

async function openSockets({ tokens, count }: Sockets): Promise<Record<string, number>> {
  const one = async (n: number) => {
    const settled = Promise.withResolvers<void>();
    const session = n % tokens.length;
    const socket = await Bun.connect<Listener>({
      hostname,
      port,
      data: {
        text: "",
        state: "connecting",
        isClosed: false,
        token: tokens[session] ?? "",
        settled: settled.resolve,
      },
      socket: {
        open: (opened) =>
          void opened.write(
            [
              "GET /socket HTTP/1.1",
              `Host: ${target.host}`,
              `X-Forwarded-For: ${address(session)}`,
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "\r\n",
            ].join("\r\n"),
          ),
        data: read,
        close({ data }) {
          if (data.state !== "open") data.state = "refused";
          data.isClosed = true;
          settled.resolve();
        },
      },
    });
    await settled.promise;
    if (socket.data.state === "open") open.push(socket);
    return socket.data.state === "open" ? 1 : 0;
  };
  let accepted = 0;
  for (let from = 0; from < count; from += 100) {
    const group = Array.from({ length: Math.min(100, count - from) }, (_, n) => one(from + n));
    for (const taken of await Promise.all(group)) accepted += taken;
  }
  return { open: accepted, refused: count - accepted };
}

/** Reads the rest, because the end of a connection cut by the server follows it. */
async function release(): Promise<Record<string, number>> {
  for (const socket of open) socket.resume();
  let before = -1;
  while (before !== bytesRead) {
    before = bytesRead;
    await Bun.sleep(500);
  }
  const cut = open.filter(({ data }) => data.isClosed).length;
  for (const socket of open) socket.terminate();
  open.length = 0;
  return { cut, bytesRead };
}

for await (const line of console) {
  const order = JSON.parse(line) as Bodies | Sockets | Release;
  const run = { bodies: sendBodies, sockets: openSockets, release }[order.kind] as (
    order: unknown,
  ) => Promise<Record<string, number>>;
  // Not awaited: bodies and sockets attack at the same time. The caller waits for one answer per command.
  void run(order).then((counts) => console.log(JSON.stringify({ kind: order.kind, ...counts })));
}
