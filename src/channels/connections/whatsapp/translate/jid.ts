/** The parts of a WhatsApp address (`user_agent:device@server`), without knowing Baileys. */
export interface Jid {
  readonly user: string;
  readonly server: string;
  readonly device: number;
}

/** Parses an address; null when it is not one (`status@broadcast` has the user `status`). */
export function parseJid(jid: string | null | undefined): Jid | null {
  const at = jid?.indexOf("@") ?? -1;
  if (!jid || at < 0) return null;
  // Parsed without arrays, for speed: about 25 addresses are parsed for each message.
  const colon = jid.indexOf(":");
  const isDevice = colon >= 0 && colon < at;
  const account = jid.slice(0, isDevice ? colon : at);
  const agent = account.indexOf("_");
  return {
    user: agent < 0 ? account : account.slice(0, agent),
    server: jid.slice(at + 1),
    device: isDevice ? Number.parseInt(jid.slice(colon + 1, at), 10) || 0 : 0,
  };
}

const PHONE_SERVERS = new Set(["s.whatsapp.net", "c.us", "hosted"]);
const LID_SERVERS = new Set(["lid", "hosted.lid"]);

/** The kind of correspondent of an address. */
export function kindOf(jid: Jid | null): "pn" | "lid" | "group" | "broadcast" | "newsletter" | "other" {
  if (!jid?.user) return "other";
  if (PHONE_SERVERS.has(jid.server)) return "pn";
  if (LID_SERVERS.has(jid.server)) return "lid";
  if (jid.server === "g.us") return "group";
  if (jid.server === "broadcast") return "broadcast";
  return jid.server === "newsletter" ? "newsletter" : "other";
}

/** True when both addresses belong to the same account, on any device. */
export function sameUser(a: string | null | undefined, b: string | null | undefined): boolean {
  const left = parseJid(a);
  const right = parseJid(b);
  return left !== null && right !== null && left.user === right.user && kindOf(left) === kindOf(right);
}
