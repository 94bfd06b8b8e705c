import type { SignalDataSet } from "@whiskeysockets/baileys";
import type { Directory } from "./directory.ts";
import type { JournalEntry } from "./journal.ts";

/**
 * Journal entries for people whose second address has just become known: number and privacy id belong to one person,
 * and one of the two has a chat.
 */
export function identityLinks(changes: SignalDataSet, directory: Directory, at: number): JournalEntry[] {
  const mappings = Object.entries(changes["lid-mapping"] ?? {});
  return mappings.flatMap(([pn, lid]): JournalEntry[] => {
    if (pn.endsWith("_reverse") || typeof lid !== "string") return [];
    const identities = directory.describe(`${pn}@s.whatsapp.net`, `${lid}@lid`);
    if (!directory.gains(identities)) return [];
    const chatKey = directory.chatKey(identities);
    const base = { chat: identities, chatKey, at, eventKey: `link:${pn}:${lid}` };
    return [{ kind: "event", event: { ...base, kind: "identity", identities, name: null } }];
  });
}
