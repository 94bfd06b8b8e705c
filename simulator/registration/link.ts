import type { Companion } from "#simulator/devices/companion.ts";
import type { Network } from "#simulator/network.ts";
import { linkWithPasskey } from "#simulator/passkey/passkey-link.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { node, SERVER } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import { completeLink } from "./complete-link.ts";
import { type LinkAttempt, newLinkAttempt } from "./link-attempt.ts";

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
  return linkAttempt(phone, attempt, advSecret);
}

/** Links the client, after a passkey if the account demands one. */
export function linkAttempt(phone: Phone, attempt: LinkAttempt, advSecret: Uint8Array): Promise<Companion> {
  const { passkey } = phone;
  return passkey
    ? linkWithPasskey(phone, passkey, attempt, advSecret)
    : completeLink(phone, attempt, advSecret);
}
