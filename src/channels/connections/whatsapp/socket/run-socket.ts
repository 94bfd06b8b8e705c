import { initAuthCreds, type WAVersion } from "@whiskeysockets/baileys";
import type { SessionEvent, StartOptions } from "#channels/connections/provider.ts";
import { type GroupWatch, watchGroups } from "#channels/connections/whatsapp/inbound/groups.ts";
import type { Route } from "#channels/connections/whatsapp/proxy/proxy.ts";
import type { Closing } from "#channels/connections/whatsapp/session/close-reason.ts";
import { createLinking } from "#channels/connections/whatsapp/session/linking.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";
import type { WriteLog } from "./baileys-log.ts";
import { type EngineSocket, openSocket } from "./socket.ts";

export interface SocketRun {
  readonly store: SessionStore;
  readonly config: EngineConfig;
  readonly wish: StartOptions;
  readonly route: Route;
  readonly version: WAVersion | undefined;
  readonly emit: (event: SessionEvent) => void;
  /** Returns the reason to end as soon as the session wants to end, else null. */
  readonly ending: () => Closing | null;
  /** Called with each socket and, at its end, with nulls. */
  readonly onSocket: (socket: EngineSocket | null, groups: GroupWatch | null) => void;
  readonly log: WriteLog;
  readonly now: () => number;
}

/**
 * Opens the stored session or links a device, and resolves with the reason of the end. Performs the restart that the
 * network requests right after linking; the caller decides about all later restarts. Throws SessionDamaged when the
 * stored credentials cannot be used.
 */
export async function runSocket(run: SocketRun): Promise<Closing> {
  const { store, config, wish, emit, now } = run;
  let socket: EngineSocket | null = null;
  const linking = createLinking({
    pairingNumber: wish.pairingNumber,
    requestCode: async (number) => {
      if (!socket) throw new Error("the socket has ended");
      return socket.sock.requestPairingCode(number);
    },
    emit,
    end: (reason, detail) => socket?.end({ reason, detail }),
    limit: config.timings.pairing,
    passkeyLimit: config.timings.passkey,
  });
  try {
    for (;;) {
      let paired = false;
      const creds = store.credentials.read() ?? initAuthCreds();
      socket = openSocket({
        ...run,
        creds,
        importHistory: wish.importHistory === true,
        events: {
          onQr: linking.onQr,
          onQrExpired: linking.onQrExpired,
          onPasskey: linking.onPasskey,
          onPaired() {
            paired = true;
            linking.onPaired();
          },
          onOpen() {
            linking.onOpen();
            const { id, lid } = store.own();
            const identities = store.directory.describe(id, lid);
            // Until the phone has sent its name, a device linked by code has the name "~".
            const name = creds.me?.name;
            emit({ type: "open", identities, name: name && name !== "~" ? name : null });
          },
          onAlive: (at) => emit({ type: "alive", at }),
          onLimits: (limits) => emit({ type: "limits", limits }),
        },
      });
      run.onSocket(socket, watchGroups(socket.sock, socket.store, { guard: socket.guard, now }));
      const wanted = run.ending();
      if (wanted) socket.end(wanted);
      const closing = await socket.closed;
      run.onSocket(null, null);
      if (!paired || closing.reason !== "restart_required" || run.ending()) return closing;
    }
  } finally {
    linking.stop();
  }
}
