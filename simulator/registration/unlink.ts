import type { Companion } from "#simulator/devices/companion.ts";
import { node } from "#simulator/transport/node.ts";
import { announceDevice } from "./announce-device.ts";

/** Unlinks a device, as "log out" on the phone does: the client gets 401 and cannot log in again. */
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
