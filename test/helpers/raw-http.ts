/** Sends raw bytes to the server and returns everything it sends until it closes (or 2 s pass). */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  let heard = "";
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (open) => void open.write(text),
      data(open, bytes) {
        heard += bytes.toString();
        // Close after the first complete response head.
        if (heard.includes("\r\n\r\n")) open.end();
      },
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  await Promise.race([closed, Bun.sleep(2000)]);
  socket.end();
  return heard;
}

/** Status of a raw answer, 0 when nothing came. */
export const rawStatus = (heard: string): number => Number(/^HTTP\/1\.\d (\d{3})/.exec(heard)?.[1] ?? 0);

/** A misbehaving browser: signs in on a raw websocket, answers no ping, and reads only on request. */
export async function rawSocket(url: string, token: string) {
  const { hostname, port } = new URL(url);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data() {}, close: () => resolve() },
  });
  socket.write(
    `GET /socket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  // A masked text frame, with a mask of zeros.
  const sendText = (bytes: Uint8Array) => {
    const head = Buffer.from([0x81, 0xfe, bytes.length >> 8, bytes.length & 255, 0, 0, 0, 0]);
    socket.write(Buffer.concat([head, bytes]));
  };
  sendText(Buffer.from(JSON.stringify({ t: "auth", token })));
  return { closed, sendText, stopReading: () => socket.pause(), end: () => socket.terminate() };
}
