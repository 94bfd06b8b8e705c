import { type LinkListenerOptions, openLinkListener } from "#cluster/cells/link-listener.ts";
import { comingBackAnswer } from "#platform/http/server/coming-back.ts";
import { healthAnswer, ownerAnswer, readinessAnswer } from "#platform/http/server/health.ts";
import { type Listening, listen } from "#platform/http/server/listen.ts";
import { pathOf } from "#platform/http/server/request-validation.ts";
import type { Metrics } from "#platform/metrics.ts";

/** A proxy checks each node at least every second or two, ms. */
const PROBED_MS = 5000;

/** The listener of a node that does not own its cell. */
export interface StandbyServer {
  readonly port: number;
  /** Monotonic time of the last request for `/ownerz`; null = no proxy has reached this node. */
  readonly probedAtMs: number | null;
  /** A proxy has reached this node in the last seconds. */
  readonly isProbed: boolean;
  /** Closes the ports immediately, so that the server of the owner can open them. */
  close(): Promise<void>;
}

export interface StandbyServerOptions<Data> {
  readonly port: number;
  readonly host: string;
  readonly metrics: Metrics | null;
  readonly now: () => number;
  /** Sends requests of users to the owner of their cell; null = they are refused. */
  readonly app: StandbyApp<Data> | null;
  /** Where other nodes send requests for the owner of this cell; null = nowhere. */
  readonly links: Pick<LinkListenerOptions<unknown>, "address" | "certificate"> | null;
}

/** How a standby answers requests of users. */
export interface StandbyApp<Data> extends Pick<Listening<Data>, "fetch" | "websocket"> {
  /** Closes the sockets, so that their pages connect again. */
  close(): void;
}

/**
 * Answers health checks and metrics; requests of users are sent to an owner, or refused with 503, so that a proxy tries it. Requests
 * of other nodes are refused: they come from a node that does not know of a takeover yet. Throws PortInUse.
 */
export function openStandbyServer<Data>(options: StandbyServerOptions<Data>): StandbyServer {
  const { port, host, metrics, now, app, links } = options;
  let probedAtMs: number | null = null;
  const fetch: Listening<Data>["fetch"] = (request, server) => {
    const path = pathOf(request.url);
    if (path === "/healthz") return healthAnswer();
    if (path === "/readyz") return readinessAnswer({ owner: () => false });
    if (path === "/ownerz") {
      probedAtMs = now();
      return ownerAnswer(() => false, request.url);
    }
    if (path === "/metrics" && metrics) return metrics.answer(request);
    return app ? app.fetch(request, server) : comingBackAnswer(request);
  };
  const websocket = { message() {} };
  const server = listen<Data>({ port, host, fetch, websocket: app?.websocket ?? websocket });
  const linked =
    links && openLinkListener({ ...links, handle: (request) => comingBackAnswer(request), websocket });
  return {
    port: server.port ?? port,
    get probedAtMs() {
      return probedAtMs;
    },
    get isProbed() {
      return probedAtMs !== null && now() - probedAtMs < PROBED_MS;
    },
    async close() {
      app?.close();
      await Promise.all([server.stop(true), linked?.stop(true)]);
    },
  };
}
