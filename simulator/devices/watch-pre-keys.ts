import { node, SERVER } from "#simulator/transport/node.ts";
import type { Companion } from "./companion.ts";

/** Below this number of one-time keys the server requests more from the client (Baileys uploads below 5). */
const LOW_KEYS = 5;

/** Notifies a client, once only, that few of its one-time prekeys are left on the server. */
export function watchPreKeys(companion: Companion): void {
  if (companion.preKeys.length >= LOW_KEYS || companion.wasToldKeysAreLow || !companion.isLive) return;
  companion.wasToldKeysAreLow = true;
  const { clock } = companion.phone.network;
  const t = Math.floor(clock.now() / 1000);
  companion.deliver(
    node(
      "notification",
      { from: SERVER, type: "encrypt", id: `low-${companion.address}-${clock.now()}`, t },
      [node("count", { value: companion.preKeys.length })],
    ),
  );
}
