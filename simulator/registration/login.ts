import type { proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import { addressOf } from "#simulator/messaging/letter.ts";
import type { Network } from "#simulator/network.ts";
import type { Ban } from "#simulator/standing/standing.ts";
import { node } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import { sendFirstSync } from "./first-sync.ts";

const UNAUTHORIZED = 401;
const BLOCKED = 403;
const VERSION_REFUSED = 405;

/** Rejects a client permanently: sends `<failure>` and ends the connection. */
function refuse(
  wire: Wire,
  reason: number,
  more: Readonly<Record<string, string | number | undefined>> = {},
): void {
  wire.send(node("failure", { reason, location: "sim", ...more }));
  wire.close();
}

/** Returns true when the client's version was refused and the refusal was sent. */
export function refusesVersion(network: Network, wire: Wire, payload: proto.IClientPayload): boolean {
  const version = payload.userAgent?.appVersion;
  const { primary = 0, secondary = 0, tertiary = 0 } = version ?? {};
  if (!network.faults.refusesVersion([primary ?? 0, secondary ?? 0, tertiary ?? 0])) return false;
  refuse(wire, VERSION_REFUSED);
  return true;
}

/** Logs a linked client in, after verifying it against its registered key. */
export function logIn(network: Network, wire: Wire, payload: proto.IClientPayload): void {
  const phone = network.directory.byNumber(String(payload.username ?? ""));
  const companion = phone?.companions.get(payload.device ?? 0);
  const refusal = network.faults.loginFailure(phone?.number ?? "");
  const isKnown = companion && Buffer.from(companion.noiseKey).equals(wire.noiseKey);
  const ban = phone?.standing.currentBan;
  if (refusal !== null) refuse(wire, refusal.reason, refusal.attrs);
  else if (ban) refuse(wire, ban.reason, banAttributes(ban, network.clock.now()));
  else if (phone?.isBlocked) refuse(wire, BLOCKED);
  else if (!isKnown) refuse(wire, UNAUTHORIZED);
  else welcome(companion, wire);
}

/** `expire` counts seconds from now. */
function banAttributes(ban: Ban, now: number): Readonly<Record<string, string | number | undefined>> {
  return {
    code: ban.code,
    expire: ban.endsAt === undefined ? undefined : Math.ceil((ban.endsAt - now) / 1000),
    logout_message_header: ban.header,
    logout_message_subtext: ban.text,
  };
}

function welcome(companion: Companion, wire: Wire): void {
  const { network } = companion.phone;
  replaceOldWire(companion);
  companion.wire = wire;
  companion.isLive = false;
  network.online.set(wire, companion);
  const now = Math.floor(network.clock.now() / 1000);
  wire.send(
    node("success", {
      t: now,
      lid: companion.phone.lid ? addressOf(companion.phone, "lid", companion.id) : null,
      props: 27,
      abprops: 0,
      location: "sim",
      creation: Math.floor(companion.linkedAt / 1000),
      companion_enc_static: "",
    }),
  );
}

function replaceOldWire(companion: Companion): void {
  const old = companion.wire;
  if (!old) return;
  companion.phone.network.online.delete(old);
  old.send(node("stream:error", {}, [node("conflict", { type: "replaced" })]));
  old.close();
}

/** The client requested the active state: it gets its queued messages, then live ones. */
export function goLive(companion: Companion): void {
  const { wire, phone, queue } = companion;
  if (!wire || companion.isLive) return;
  const waiting = queue.list();
  const count = waiting.length;
  const messages = waiting.filter(({ tag }) => tag === "message").length;
  wire.send(
    node("ib", {}, [node("offline_preview", { count, message: messages, receipt: count - messages })]),
  );
  waiting.forEach((stanza, index) => {
    wire.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(index + 1) } });
  });
  companion.isLive = true;
  wire.send(node("ib", {}, [node("offline", { count })]));
  if (!companion.hasLoggedIn) {
    companion.hasLoggedIn = true;
    void sendFirstSync(companion);
  }
  phone.network.feed.emit({ type: "devices", number: phone.number });
}
