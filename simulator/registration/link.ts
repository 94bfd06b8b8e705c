import { randomBytes } from "node:crypto";
import { Companion } from "#simulator/devices/companion.ts";
import { addressOf } from "#simulator/messaging/letter.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { bytesOf, child, node, SERVER } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import { announceDevice } from "./announce-device.ts";
import { isCounterSigned, issueDeviceIdentity } from "./device-identity.ts";
import { keysOf, type LinkAttempt, newLinkAttempt } from "./link-attempt.ts";

/** Starts linking a client without an account: it gets codes and waits. */
export function beginLink(network: Network, wire: Wire, data: LinkAttempt["data"]): void {
  const attempt = newLinkAttempt(wire, data);
  network.attempts.set(wire, attempt);
  const refs = attempt.refs.map((ref) => node("ref", {}, Buffer.from(ref)));
  const iq = node("iq", { from: SERVER, type: "set", xmlns: "md" }, [node("pair-device", {}, refs)]);
  void network.requests.ask(wire, iq);
  network.feed.emit({ type: "clients", number: "" });
}

/** Parses a QR code (`https://wa.me/settings/linked_devices#ref,noise,identity,secret,platform`). */
function readQr(qr: string) {
  const [ref = "", noiseKey = "", identity = "", advSecret = "", platform = "1"] = qr
    .slice(qr.indexOf("#") + 1)
    .split(",");
  return {
    ref,
    noiseKey: Buffer.from(noiseKey, "base64"),
    identity: Buffer.from(identity, "base64"),
    advSecret: Buffer.from(advSecret, "base64"),
    platform,
  };
}

/**
 * Links the client that shows the QR code. Resolves when the client has signed; it then gets its restart (515) and
 * has to log in. Rejects when the code is unknown or expired.
 */
export function scanQr(phone: Phone, qr: string): Promise<Companion> {
  const { ref, noiseKey, identity, advSecret } = readQr(qr);
  const attempt = [...phone.network.attempts.values()].find(({ refs }) => refs.includes(ref));
  if (!attempt) return Promise.reject(new Error("this QR code is not valid any more"));
  const isGenuine =
    noiseKey.equals(attempt.wire.noiseKey) && identity.equals(attempt.data.eIdent ?? new Uint8Array(0));
  if (!isGenuine)
    return Promise.reject(new Error("this QR code does not belong to the client that shows it"));
  return completeLink(phone, attempt, advSecret);
}

/** Registers the companion: signed identity, the client's counter-signature, then the request to restart. */
export async function completeLink(
  phone: Phone,
  attempt: LinkAttempt,
  advSecret: Uint8Array,
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
  const answer = await network.requests.ask(wire, node("iq", attrs, [success]));
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
