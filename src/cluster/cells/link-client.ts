import type { Cells } from "#platform/cells.ts";
import type { Clock } from "#platform/clock.ts";
import { NODE_NAME, type NodeCertificate } from "./authority.ts";
import { CALLER_HEADER, writeCaller } from "./caller-header.ts";
import { endToEnd } from "./hop-headers.ts";
import { notAnswered } from "./key-values.ts";
import type { CellOwner, Owners } from "./owners.ts";
import { type Reachability, watchReachability } from "./reachability.ts";

/** Most requests that wait for answers of other owners at the same time. */
const MAX_WAITING = 2000;
/** Answers without a body (RFC 9110, section 6.4.1): one must not be given, not even an empty one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

export interface LinkClientOptions {
  readonly owners: Pick<Owners, "of" | "use" | "onLost">;
  readonly certificate: NodeCertificate;
  /** `CLUSTER_URL` of this process; null = none. */
  readonly ownAddress: string | null;
  /** Monotonic. */
  readonly clock: Clock;
  readonly reachability?: (address: string) => Reachability;
}

/** Sends requests and sockets to the owners of cells (docs/rules/cells.md#links). */
export type LinkClient = Pick<Cells, "forward" | "openSocket">;

/** A request that was sent to an owner and has no answer yet. */
interface Hop {
  readonly incarnation: string;
  readonly abort: AbortController;
}

export function createLinkClient(options: LinkClientOptions): LinkClient {
  const { owners, certificate, ownAddress, clock } = options;
  const watch = options.reachability ?? ((address: string) => watchReachability(address, clock));
  // Not `checkServerIdentity`: with it the runtime would open a connection for each request.
  const tls = { ...certificate, ca: [...certificate.ca], serverName: NODE_NAME, rejectUnauthorized: true };
  const reachabilities = new Map<string, Reachability>();
  const hops = new Set<Hop>();
  const sockets = new Map<Pick<Bun.WebSocket, "terminate">, string>();
  owners.onLost((_, { incarnation }) => {
    for (const hop of hops) if (hop.incarnation === incarnation) hop.abort.abort();
    // The machine may be gone, and would never close them.
    for (const [socket, of] of sockets) if (of === incarnation) socket.terminate();
  });

  function reachabilityOf(address: string): Reachability {
    const known = reachabilities.get(address) ?? watch(address);
    reachabilities.set(address, known);
    return known;
  }
  /** Null: there is none, or the lease names this process, which does not own the cell any more or not yet. */
  function ownerOf(cell: number): CellOwner | null {
    const owner = owners.of(cell);
    return owner && owner.address !== ownAddress ? owner : null;
  }

  return {
    async forward(cell, request, caller) {
      const owner = ownerOf(cell);
      if (!owner || hops.size >= MAX_WAITING) throw notAnswered();
      const headers = endToEnd(request.headers);
      headers.set(CALLER_HEADER, writeCaller(caller));
      if (request.body === null) headers.delete("content-length");
      // Otherwise the runtime would name itself.
      if (!headers.has("user-agent")) headers.set("user-agent", "");
      const hop = { incarnation: owner.incarnation, abort: new AbortController() };
      hops.add(hop);
      const unwatch = reachabilityOf(owner.address).watch(() => hop.abort.abort());
      let isAnswered = false;
      try {
        const answer = await fetch(owner.address + targetOf(request.url), {
          method: request.method,
          headers,
          body: request.body,
          redirect: "manual",
          // A compressed answer passes unchanged.
          decompress: false,
          signal: AbortSignal.any([request.signal, hop.abort.signal]),
          tls,
        });
        isAnswered = true;
        const { status, statusText } = answer;
        const body = WITHOUT_BODY.has(status) ? null : answer.body;
        return new Response(body, { status, statusText, headers: endToEnd(answer.headers) });
      } catch {
        // The connection was refused or lost, its certificate is of another installation, or the browser is gone.
        throw notAnswered();
      } finally {
        unwatch(isAnswered);
        hops.delete(hop);
      }
    },
    openSocket(cell, caller) {
      const owner = ownerOf(cell);
      if (!owner) return null;
      const url = `${owner.address.replace(/^https/, "wss")}/socket`;
      // The types of browsers, without options and `terminate`, hide those of the runtime.
      const socketOptions: Bun.WebSocketOptions = { tls, headers: { [CALLER_HEADER]: writeCaller(caller) } };
      const socket = new WebSocket(url, socketOptions as unknown as string[]);
      const ending = socket as unknown as Bun.WebSocket;
      const unuse = owners.use(cell);
      sockets.set(ending, owner.incarnation);
      socket.addEventListener("close", () => {
        sockets.delete(ending);
        unuse();
      });
      return socket;
    },
  };
}

/** Path and query of a request. */
function targetOf(url: string): string {
  const from = url.indexOf("/", url.indexOf("//") + 2);
  return from < 0 ? "/" : url.slice(from);
}
