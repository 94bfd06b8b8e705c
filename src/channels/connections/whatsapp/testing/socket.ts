import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifySignatures } from "#channels/connections/whatsapp/crypto/verify-signatures.ts";
import { openRoute } from "#channels/connections/whatsapp/proxy/proxy.ts";
import { type EngineSocket, openSocket } from "#channels/connections/whatsapp/socket/socket.ts";
import { openSessionStore, type SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { DEFAULT_TIMINGS } from "#channels/connections/whatsapp/threads/protocol.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { TestEngine } from "./engine.ts";

const SEALING_KEY = new Uint8Array(32).fill(7);

/** A store with the credentials of a link, for sockets that the test itself opens. */
export interface LinkedStore {
  readonly store: SessionStore;
  readonly directory: string;
  /** The simulated network's side of the link. */
  readonly device: Companion;
  dispose(): void;
}

/** Links a phone with the real engine, and opens the store that it leaves. */
export async function linkStore(network: Network, phone: Phone): Promise<LinkedStore> {
  const directory = mkdtempSync(join(tmpdir(), "engine-socket-"));
  const engine = new TestEngine(network, { directory, sealingKey: SEALING_KEY });
  await engine.link(phone);
  await engine.provider.close();
  const [device] = phone.companions.values();
  if (!device) throw new Error("no device is linked");
  const store = openSessionStore(directory, SEALING_KEY);
  return {
    store,
    directory,
    device,
    dispose() {
      store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Opens a socket of the engine in this thread. `opened` resolves when the network has accepted its login. */
export async function openTestSocket(
  network: Network,
  store: SessionStore,
  url = network.url,
): Promise<EngineSocket & { readonly opened: Promise<void> }> {
  verifySignatures(network.rootKey);
  const creds = store.credentials.read();
  if (!creds) throw new Error("not linked");
  const nothing = () => {};
  const { promise: opened, resolve: onOpen } = Promise.withResolvers<void>();
  const socket = openSocket({
    store,
    creds,
    config: {
      url,
      rootKey: network.rootKey,
      mediaAuthority: null,
      sealingKey: SEALING_KEY,
      timings: DEFAULT_TIMINGS,
      shipping: null,
    },
    route: await openRoute(undefined, false),
    version: undefined,
    importHistory: false,
    events: {
      onQr: nothing,
      onQrExpired: nothing,
      onPasskey: nothing,
      onPaired: nothing,
      onOpen,
      onAlive: nothing,
      onLimits: nothing,
    },
    log: nothing,
    now: Date.now,
  });
  return { ...socket, opened };
}
