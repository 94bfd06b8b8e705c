import { jidDecode } from "@whiskeysockets/baileys";

export type Addressing = "pn" | "lid";

/** A parsed address; `device` 0 is the phone itself. */
export interface DecodedJid {
  readonly user: string;
  readonly server: string;
  readonly device: number;
}

export function decodeJid(jid: string | undefined): DecodedJid | undefined {
  const decoded = jidDecode(jid);
  if (!decoded?.user) return undefined;
  return { user: decoded.user, server: decoded.server, device: decoded.device ?? 0 };
}

/** `5511…@s.whatsapp.net`, with `:device` for a linked device. */
export function pnJid(number: string, device = 0): string {
  return `${number}${device ? `:${device}` : ""}@s.whatsapp.net`;
}

/** `123…@lid`, with `:device` for a linked device. */
export function lidJid(lid: string, device = 0): string {
  return `${lid}${device ? `:${device}` : ""}@lid`;
}

export function groupJid(id: string): string {
  return `${id}@g.us`;
}

export function isGroupJid(jid: string | undefined): boolean {
  return jid?.endsWith("@g.us") ?? false;
}
