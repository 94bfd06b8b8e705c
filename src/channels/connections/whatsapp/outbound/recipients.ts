import {
  type FullJid,
  jidEncode,
  parseAndInjectE2ESessions,
  S_WHATSAPP_NET,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid, sameUser } from "#channels/connections/whatsapp/translate/jid.ts";

/** Whether a message has any recipient device. `unknown`: the network did not answer. */
export type Reach = "reachable" | "nobody" | "unknown";

/**
 * Checks the recipient's devices before a 1:1 send, so that they are cached and each has a session. Baileys ignores
 * an unanswered device query and then sends a stanza without recipients. It also cannot begin a conversation with a
 * person who has no privacy id, because it fetches keys by privacy id only.
 */
export async function prepareRecipient(sock: WASocket, store: SessionStore, to: string): Promise<Reach> {
  const own = store.own();
  const byLid = kindOf(parseJid(to)) === "lid";
  const self = parseJid(byLid && own.lid ? own.lid : own.id);
  const selfAddress = self ? [`${self.user}@${self.server}`] : [];
  const known = knownDevices(store, to);
  // Our own devices are stored too, so no query is needed.
  if (known?.length && (!self || store.devices.get(self.user))) {
    await fetchMissingSessions(sock, store, known);
    return "reachable";
  }
  const devices = await sock.getUSyncDevices([...selfAddress, to], true, false);
  const theirs = devices.filter((device) => sameUser(device.jid, to));
  if (theirs.length === 0) return (await numberIsUnknown(sock, to)) ? "nobody" : "unknown";
  await fetchMissingSessions(
    sock,
    store,
    theirs.map((device) => device.jid),
  );
  return "reachable";
}

/** Addresses of a person's devices as Baileys has stored them; null when Baileys would query the network. */
function knownDevices(store: SessionStore, address: string): readonly string[] | null {
  const devices = store.devices.get<readonly FullJid[]>(parseJid(address)?.user ?? "");
  return (
    (devices as readonly FullJid[] | undefined)?.map(({ user, server, device }) =>
      jidEncode(user, server, device),
    ) ?? null
  );
}

async function numberIsUnknown(sock: WASocket, to: string): Promise<boolean> {
  const parsed = parseJid(to);
  if (!parsed || kindOf(parsed) !== "pn") return false;
  const answer = await sock.onWhatsApp(parsed.user);
  // An answer omits unknown numbers; it is undefined when the network did not answer.
  return answer !== undefined && !answer.some((found) => found.exists);
}

async function fetchMissingSessions(
  sock: WASocket,
  store: SessionStore,
  jids: readonly string[],
): Promise<void> {
  const wanted: string[] = [];
  for (const jid of jids) {
    const parsed = parseJid(jid);
    if (!parsed || kindOf(parsed) !== "pn") continue;
    if (typeof store.keys.read("lid-mapping", parsed.user) === "string") continue;
    const { exists } = await sock.signalRepository.validateSession(jid);
    if (!exists) wanted.push(jid);
  }
  if (wanted.length === 0) return;
  const users = wanted.map((jid) => ({ tag: "user", attrs: { jid } }));
  const answer = await sock.query({
    tag: "iq",
    attrs: { xmlns: "encrypt", type: "get", to: S_WHATSAPP_NET },
    content: [{ tag: "key", attrs: {}, content: users }],
  });
  await parseAndInjectE2ESessions(answer, sock.signalRepository);
}
