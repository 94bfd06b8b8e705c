import type { ClientFrame, EventData, ServerFrame } from "#platform/realtime/contract.ts";

/** A browser's live socket, as tests see it. */
export interface TestSocket {
  /** Everything received so far. */
  readonly frames: readonly ServerFrame[];
  /** `action` and payload of the events of one channel so far (name without the company). */
  events(channel: string): readonly EventData[];
  /** Waits for the next frame that matches and was not returned yet. Fails after 5 s, naming the received frames. */
  next<Frame extends ServerFrame = ServerFrame>(fits: (frame: ServerFrame) => boolean): Promise<Frame>;
  /** Waits for the next event of a channel (and action); returns its data. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of many shapes
  event(channel: string, action?: string): Promise<any>;
  send(frame: ClientFrame | Record<string, unknown> | string): void;
  /** Whether the socket is open; after `openSocket`, whether the server accepted it. */
  isOpen(): boolean;
  /** Close code, once closed. */
  readonly closed: Promise<number>;
  close(): void;
}

const PATIENCE_MS = 5000;

/** Opens `/socket` and sends the token (none when null); does not wait for the answer. */
export async function openSocket(
  url: string,
  token: string | null,
  options: {
    cursor?: number;
    epoch?: number;
    watch?: readonly number[];
    rooms?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<TestSocket> {
  // Bun's WebSocket accepts headers and TLS options, but the browser's type does not declare them. A proxy has a certificate of its own.
  const handshake = {
    headers: options.headers ?? {},
    tls: { rejectUnauthorized: false },
  } as unknown as string[];
  const ws = new WebSocket(`${url.replace("http", "ws")}/socket`, handshake);
  const frames: ServerFrame[] = [];
  const handedOut = new Set<ServerFrame>();
  let wake: (() => void)[] = [];
  const stir = () => {
    const sleepers = wake;
    wake = [];
    for (const resolve of sleepers) resolve();
  };
  let code: number | undefined;
  const closed = new Promise<number>((resolve) => {
    ws.onclose = (event) => {
      code = event.code;
      resolve(event.code);
      stir();
    };
  });
  ws.onmessage = (event) => {
    frames.push(JSON.parse(String(event.data)));
    stir();
  };
  await Promise.race([new Promise((resolve) => (ws.onopen = resolve)), closed]);
  const send: TestSocket["send"] = (frame) =>
    ws.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  if (token !== null && code === undefined)
    send({
      t: "auth",
      token,
      ...(options.cursor !== undefined && { cursor: options.cursor }),
      ...(options.epoch !== undefined && { epoch: options.epoch }),
      ...(options.watch && { watch: options.watch }),
      ...(options.rooms !== undefined && { rooms: options.rooms }),
    });

  const next = async (fits: (frame: ServerFrame) => boolean): Promise<ServerFrame> => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = frames.find((frame) => !handedOut.has(frame) && fits(frame));
      if (found) {
        handedOut.add(found);
        return found;
      }
      const left = until - performance.now();
      if (left <= 0 || code !== undefined)
        throw new Error(`no such frame${code ? ` (closed ${code})` : ""}; got ${JSON.stringify(frames)}`);
      await Promise.race([new Promise<void>((resolve) => wake.push(resolve)), Bun.sleep(left)]);
    }
  };
  const isOf = (frame: ServerFrame, channel: string) =>
    frame.t === "event" && frame.channel.replace(/^company-\d+-/, "") === channel;
  return {
    frames,
    closed,
    send,
    next: next as TestSocket["next"],
    events: (channel) =>
      frames.flatMap((frame) => (frame.t === "event" && isOf(frame, channel) ? [frame.data] : [])),
    async event(channel, action) {
      const frame = await next(
        (candidate) =>
          candidate.t === "event" &&
          isOf(candidate, channel) &&
          (action === undefined || candidate.data.action === action),
      );
      return frame.t === "event" ? frame.data : undefined;
    },
    isOpen: () => ws.readyState === WebSocket.OPEN,
    close: () => ws.close(),
  };
}
