import type { WebSocketHandler } from "bun";
import type { ForwardedCaller } from "#platform/cells.ts";
import { AppError, OperatorError } from "#platform/errors.ts";
import { appErrorResponse } from "#platform/http/respond.ts";
import { listen, PortInUse } from "#platform/http/server/listen.ts";
import type { OpenPort } from "#platform/http/server/network-listeners.ts";
import type { NodeCertificate } from "./authority.ts";
import { readCaller } from "./caller-header.ts";

/** Handles a request that another node forwarded, as if its caller had sent it here; it never forwards it again. */
type HandleForwarded<Data> = (
  request: Request,
  server: Bun.Server<Data>,
  caller: ForwardedCaller,
) => Response | Promise<Response | undefined> | undefined;

export interface LinkListenerOptions<Data> {
  /** `CLUSTER_URL`: `https://10.0.0.1:3443`. */
  readonly address: string;
  readonly certificate: NodeCertificate;
  readonly handle: HandleForwarded<Data>;
  readonly websocket: WebSocketHandler<Data>;
}

const HTTPS_PORT = 443;

/** Opens the port of `CLUSTER_URL`, on which a node receives requests from other nodes; it accepts nodes of this installation only. Throws OperatorError when it cannot be opened. */
export function openLinkListener<Data>(options: LinkListenerOptions<Data>): OpenPort {
  const { certificate, handle, websocket } = options;
  const { hostname, port } = new URL(options.address);
  try {
    const server = listen<Data>({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || HTTPS_PORT),
      tls: certificate,
      websocket,
      fetch: (request, server) => {
        const caller = readCaller(request);
        return caller
          ? handle(request, server, caller)
          : appErrorResponse(new AppError(400, "ERR_VALIDATION"));
      },
    });
    return {
      pending: () => server.pendingRequests,
      stop: (now) => server.stop(now),
    };
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error;
    throw new OperatorError(
      `the address of CLUSTER_URL (${options.address}) cannot be opened: it must be one of this machine, with a port that no other program uses`,
    );
  }
}
