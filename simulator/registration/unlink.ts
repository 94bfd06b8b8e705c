import type { Companion } from "#simulator/devices/companion.ts";
import { node } from "#simulator/transport/node.ts";
import { announceDevice } from "./announce-device.ts";

/** Takes a device off its account, as "log out" on the phone does: the client gets 401 and may not return. */
export function unlinkCompanion(companion: Companion): void {
  const { phone, wire } = companion;
  phone.companions.delete(companion.id);
  announceDevice(companion, "remove");
  if (wire) {
    wire.send(node("stream:error", { code: 401 }, [node("conflict", { type: "device_removed" })]));
    wire.close();
  }
  phone.network.feed.emit({ type: "devices", number: phone.number });
}
