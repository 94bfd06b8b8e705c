import { randomBytes } from "node:crypto";
import { Companion } from "#simulator/devices/companion.ts";
import { addressOf } from "#simulator/messaging/letter.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, bytesOf, child, node, SERVER } from "#simulator/transport/node.ts";
import { announceDevice } from "./announce-device.ts";
import { isCounterSigned, issueDeviceIdentity } from "./device-identity.ts";
import { keysOf, type LinkAttempt } from "./link-attempt.ts";

/**
 * Registers the companion: signed identity, the client's counter-signature, then the request to restart. `before` is
 * sent in the same write as the signed identity.
 */
export async function completeLink(
  phone: Phone,
  attempt: LinkAttempt,
  advSecret: Uint8Array,
  before?: BinaryNode,
): Promise<Companion> {
  const { network } = phone;
  const { wire } = attempt;
  const id = phone.nextDevice++;
  const keys = keysOf(attempt);
  const { envelope, details } = issueDeviceIdentity(phone, id, keys.identity, advSecret);
  const success = node("pair-success", {}, [
    node("device-identity", {}, envelope),
    node("biz", { name: phone.name }),
    node("device", {
      jid: addressOf(phone, "pn", id),
      lid: phone.lid ? addressOf(phone, "lid", id) : null,
    }),
    node("platform", { name: "android" }),
  ]);
  const attrs = { from: SERVER, type: "set", id: randomBytes(4).toString("hex") };
  const answer = await network.requests.ask(wire, node("iq", attrs, [success]), before);
  const counterSigned = bytesOf(child(answer, "pair-device-sign"), "device-identity");
  if (!isCounterSigned(phone, details, keys.identity, counterSigned)) {
    network.problems.push(`${phone.number}: a linked device signed its identity wrongly`);
    throw new Error("the device did not sign its identity");
  }
  const companion = new Companion(phone, id, "web", keys, network.clock.now());
  phone.companions.set(id, companion);
  network.attempts.delete(wire);
  announceDevice(companion, "add");
  network.feed.emit({ type: "devices", number: phone.number });
  wire.send(node("stream:error", { code: 515 }));
  wire.close();
  return companion;
}
