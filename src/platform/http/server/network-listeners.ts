import { startRedirectServer } from "./http-redirect-server.ts";
import { type KeyPair, type Listening, listen } from "./listen.ts";

/** What browsers come in by. */
export interface NetworkListeners {
  /** The port they use. */
  readonly port: number;
  /** The port that only leads to the other one; null without TLS of our own. */
  readonly plainPort: number | null;
  /** Requests being answered right now. */
  pending(): number;
  /** Shows this certificate to whoever comes from now on; sockets and answers under way go on under the old one. */
  present(pair: KeyPair): void;
  /** Takes nobody in any more; resolves when nothing is being answered. `now`: cuts off what still is. */
  stop(now?: boolean): Promise<void>;
}

export interface TlsOptions {
  /** What to show; null = nothing yet, so that only the plain port is open. */
  readonly pair: KeyPair | null;
  readonly plainPort: number;
  /** Where browsers that came to the plain port are led; without it to the name they asked for. */
  readonly publicUrl: string | null;
  /** Answer to the authority's question at this path. */
  readonly challenge: (path: string) => string | null;
  readonly ready: () => Response;
}

/** Opens the port, and with `tls` the plain one. Throws PortInUse before anything is open. */
export function openListeners<Data>(options: Listening<Data>, tls: TlsOptions | null): NetworkListeners {
  if (tls === null) return singleListener(options);
  let { port } = options;
  // A port that is shared can be taken by two programs of one user: who has it now must not be joined.
  const probe = listen(options);
  port = probe.port ?? port;
  probe.stop(true);
  const plain = startRedirectServer({ ...tls, port: tls.plainPort, host: options.host, tlsPort: port });
  let current: Bun.Server<Data> | null = null;
  const old = new Set<Bun.Server<Data>>();
  const present = (pair: KeyPair) => {
    const next = listen({ ...options, port, tls: pair, shared: true });
    const last = current;
    current = next;
    if (last === null) return;
    old.add(last);
    void last.stop().then(() => old.delete(last));
  };
  if (tls.pair) present(tls.pair);
  const all = () => [plain, ...(current ? [current] : []), ...old];
  return {
    port,
    plainPort: plain.port ?? tls.plainPort,
    pending: () => all().reduce((sum, server) => sum + server.pendingRequests, 0),
    present,
    stop: async (now) => void (await Promise.all(all().map((server) => server.stop(now)))),
  };
}

function singleListener<Data>(options: Listening<Data>): NetworkListeners {
  const server = listen(options);
  return {
    port: server.port ?? options.port,
    plainPort: null,
    pending: () => server.pendingRequests,
    present() {},
    stop: (now) => server.stop(now),
  };
}
