import { answerHttp } from "#simulator/http.ts";
import { receiveStanza } from "#simulator/messaging/receive-stanza.ts";
import type { Network } from "#simulator/network.ts";
import { beginLink } from "#simulator/registration/link.ts";
import { logIn, refusesVersion } from "#simulator/registration/login.ts";
import { receiveWhileLinking } from "#simulator/registration/receive.ts";
import { Wire, type WireEvents } from "./wire.ts";

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

interface Socket {
  wire: Wire | null;
}

const SOCKET_PATH = "/ws/chat";
/** Send buffer per websocket: a burst of messages is buffered instead of dropped. */
const BACKPRESSURE_BYTES = 1 << 30;

function events(network: Network): WireEvents {
  return {
    opened(wire, payload) {
      if (refusesVersion(network, wire, payload)) return;
      if (payload.devicePairingData && !payload.username) beginLink(network, wire, payload.devicePairingData);
      else logIn(network, wire, payload);
    },
    received(wire, stanza) {
      const companion = network.online.get(wire);
      if (companion) receiveStanza(companion, stanza);
      else receiveWhileLinking(network, wire, stanza);
    },
    closed(wire) {
      if (network.attempts.delete(wire)) network.feed.emit({ type: "clients", number: "" });
      const companion = network.online.get(wire);
      network.online.delete(wire);
      if (companion?.wire !== wire) return;
      companion.wire = null;
      companion.isLive = false;
      network.feed.emit({ type: "devices", number: companion.phone.number });
    },
  };
}

/** Serves the clients' websocket, the control API and the phone pages on one port. */
export function serve(network: Network, port: number): RunningServer {
  const handlers = events(network);
  const server = Bun.serve<Socket>({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 0,
    fetch(request, bun) {
      const url = new URL(request.url);
      if (url.pathname !== SOCKET_PATH) return answerHttp(network, request, url);
      const status = network.faults.upgradeStatus();
      if (status !== null) return new Response("simulated", { status });
      return bun.upgrade(request, { data: { wire: null } }) ? undefined : new Response(null, { status: 426 });
    },
    websocket: {
      idleTimeout: 0,
      sendPings: false,
      backpressureLimit: BACKPRESSURE_BYTES,
      maxPayloadLength: BACKPRESSURE_BYTES,
      open(socket) {
        const carrier = {
          send: (bytes: Uint8Array) => void socket.sendBinary(bytes),
          close: () => socket.close(),
          terminate: () => socket.terminate(),
        };
        socket.data.wire = new Wire(carrier, network.identity, handlers, network.faults);
      },
      message(socket, data) {
        if (typeof data !== "string") socket.data.wire?.accept(data);
      },
      close(socket) {
        socket.data.wire?.ended();
      },
    },
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}
