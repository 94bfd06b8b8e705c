/** Writes bytes to the server as they are and answers all it says until it closes (or 2 s pass). */
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
        // One answer is enough: its head is complete and nothing here asks for more.
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
