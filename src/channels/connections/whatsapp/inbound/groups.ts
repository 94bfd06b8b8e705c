import type { GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";

/** Keeps subject and members of groups up to date and reports new and changed groups. */
export interface GroupWatch {
  /** Called for each message of a group; queries the network when the group is unknown or its data is a day old. */
  seen(jid: string): void;
}

const FRESH_MS = 24 * 60 * 60 * 1000;

export function watchGroups(
  sock: WASocket,
  store: SessionStore,
  options: { readonly guard: (work: () => void) => void; readonly now: () => number },
): GroupWatch {
  const { guard, now } = options;
  const asking = new Set<string>();
  const freshUntil = new Map<string, number>();

  const refresh = async (jid: string): Promise<void> => {
    if (asking.has(jid)) return;
    asking.add(jid);
    try {
      const metadata = await sock.groupMetadata(jid);
      guard(() => publish(metadata));
    } catch {
      // The query got no answer, or we are no longer a member: the next message of the group queries again.
    } finally {
      asking.delete(jid);
    }
  };
  const publish = (metadata: GroupMetadata): void => {
    store.groups.save(metadata, now());
    freshUntil.set(metadata.id, now() + FRESH_MS);
    const { directory } = store;
    const chat = directory.describe(metadata.id);
    const members = metadata.participants.flatMap((member) =>
      directory.describe(member.id, member.phoneNumber, member.lid),
    );
    const base = { chat, chatKey: directory.chatKey(chat), at: now(), eventKey: `group:${now()}` };
    const event = { ...base, kind: "group" as const, subject: metadata.subject, members };
    store.journal.append([{ kind: "event", event }], now());
  };
  const changed = (jid: string | undefined): void => {
    if (!jid) return;
    guard(() => store.groups.forget(jid));
    void refresh(jid);
  };
  sock.ev.on("groups.update", (updates) => {
    for (const update of updates) changed(update.id);
  });
  sock.ev.on("groups.upsert", (groups) => {
    for (const group of groups) changed(group.id);
  });
  sock.ev.on("group-participants.update", (update) => changed(update.id));

  return {
    seen(jid) {
      if ((freshUntil.get(jid) ?? 0) > now()) return;
      const known = store.groups.find(jid);
      if (known && known.at > now() - FRESH_MS) freshUntil.set(jid, known.at + FRESH_MS);
      else void refresh(jid);
    },
  };
}
