import type { Socket } from "bun";

interface Pair {
  other: Socket<Pair> | null;
  /** Bytes that the other side has not taken yet. */
  waiting: Uint8Array[];
}

/** Forwards TCP connections to this address and port to the same port of the loopback interface. */
export function forward(address: string, port: number): void {
  Bun.listen<Pair>({
    hostname: address,
    port,
    socket: {
      async open(client) {
        client.data = { other: null, waiting: [] };
        const server = await Bun.connect<Pair>({
          hostname: "127.0.0.1",
          port,
          data: { other: client, waiting: [] },
          socket: ends,
        }).catch(() => null);
        if (!server) return void client.end();
        client.data.other = server;
        for (const bytes of client.data.waiting.splice(0)) pass(client, bytes);
      },
      ...ends,
    },
  }).unref();
}

const ends = {
  data: (from: Socket<Pair>, bytes: Uint8Array) => pass(from, bytes),
  drain(to: Socket<Pair>) {
    const from = to.data.other;
    if (from) for (const bytes of from.data.waiting.splice(0)) pass(from, bytes);
  },
  close: (socket: Socket<Pair>) => void socket.data.other?.end(),
  error: (socket: Socket<Pair>) => void socket.data.other?.end(),
};

function pass(from: Socket<Pair>, bytes: Uint8Array): void {
  const { other, waiting } = from.data;
  if (!other || waiting.length > 0) return void waiting.push(Uint8Array.from(bytes));
  const written = other.write(bytes);
  if (written < bytes.length) waiting.push(Uint8Array.from(bytes.subarray(Math.max(0, written))));
}
