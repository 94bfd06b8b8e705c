import type { WebSocketHandler } from "bun";

/** Another program listens on this port. */
export class PortInUse extends Error {
  override readonly name = "PortInUse";
}

/** Seconds without a byte; a pairing or a log-out at the phone may take its 10. */
const IDLE_SECONDS = 60;
/** Uploads stream, up to 10 files of 100 MB; JSON has a limit of its own. */
const MAX_BODY_BYTES = 1_100 * 1024 * 1024;

/** Opens the port, 0 for a free one. Throws PortInUse. */
export function listen<Data>(options: {
  readonly port: number;
  readonly host: string;
  readonly fetch: (
    request: Request,
    server: Bun.Server<Data>,
  ) => Response | Promise<Response | undefined> | undefined;
  readonly websocket: WebSocketHandler<Data>;
}): Bun.Server<Data> {
  const { port, host, fetch, websocket } = options;
  try {
    return Bun.serve({
      port,
      hostname: host,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch,
      websocket,
    } as Bun.Serve.Options<Data>);
  } catch (error) {
    if ((error as { code?: unknown }).code === "EADDRINUSE")
      throw new PortInUse(`port ${port} is in use; stop what listens there, or set PORT to another one`);
    throw error;
  }
}
