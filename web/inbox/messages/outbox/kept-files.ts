import { effect } from "@preact/signals-react";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { FileStore, UnsentFile } from "#web/lib/storage/file-store.ts";
import type { Outgoing } from "./outbox-model.ts";

/** Larger files are not kept: the browser would run out of room. */
export const MOST_BYTES = 16 * 1024 * 1024;

export type KeptFiles = ReturnType<typeof createKeptFiles>;

/**
 * Files that are not sent yet survive a reload: those on their way (`out:{ticket}:{message}`) and those chosen for a ticket
 * (`tray:{ticket}:{file}`), in the internal chat likewise. Gone once sent or taken out, and with the session (`lib/session.ts`). A browser that refuses storage keeps none.
 */
export function createKeptFiles(
  store: FileStore,
  person: () => string | null,
  now: () => number,
  place: "ticket" | "chat" = "ticket",
) {
  // Numbers of tickets and of chats repeat.
  const [out, tray] = place === "chat" ? ["chat-out", "chat-tray"] : ["out", "tray"];
  // One change after the other; what fails is not kept.
  let last: Promise<unknown> = Promise.resolve();
  const change = (work: (whose: string) => Promise<void>) => {
    const whose = person();
    if (whose !== null) last = last.then(() => work(whose)).catch(() => undefined);
  };
  const put = (key: string, row: UnsentFile) => change((whose) => store.put(whose, key, row));
  const remove = (key: string) => change((whose) => store.remove(whose, key));
  const outKey = ({ ticketId, clientMessageId }: Outgoing) => `${out}:${ticketId}:${clientMessageId}`;
  const rows = async (prefix: string) => {
    const whose = person();
    if (whose === null) return [];
    const all = await store.load(whose).catch(() => new Map<string, UnsentFile>());
    return [...all].filter(([key]) => key.startsWith(prefix)).sort(([, a], [, b]) => a.at - b.at);
  };

  return {
    /** Keeps the file of a message on its way; false when it has none, or one too large. */
    keep(message: Outgoing): boolean {
      const { file, body, voice } = message;
      if (!file || file.size > MOST_BYTES) return false;
      put(outKey(message), { file, text: body, voice, at: now() });
      return true;
    },
    forget(message: Outgoing): void {
      if (message.file) remove(outKey(message));
    },
    /** What an earlier page did not get rid of, oldest first: failed, for a person decides whether it still makes sense. */
    async unsent(): Promise<readonly Outgoing[]> {
      return (await rows(`${out}:`)).map(([key, { file, text, voice, at }]) => {
        const [, ticketId, clientMessageId = ""] = key.split(":");
        return {
          clientMessageId,
          ticketId: Number(ticketId),
          body: text,
          file,
          voice,
          quoted: null,
          createdAt: new Date(at).toISOString(),
          state: "failed",
          progress: 0,
          error: "UNSENT",
        };
      });
    },
    /** Gives a ticket's composer back what had been chosen, and keeps what is chosen from now on. */
    async follow(
      ticketId: number,
      composer: Pick<Composer, "attachments" | "attach" | "setCaption">,
    ): Promise<void> {
      const prefix = `${tray}:${ticketId}:`;
      const before = await rows(prefix);
      const kept = new Map<string, string>();
      if (before.length > 0 && composer.attachments.peek().length === 0) {
        composer.attach(before.map(([, { file }]) => file));
        for (const [index, { id, caption }] of composer.attachments.peek().entries())
          composer.setCaption(id, before[index]?.[1].text || caption);
      }
      for (const [key] of before) remove(key);
      effect(() => {
        const chosen = new Map(composer.attachments.value.map((attachment) => [attachment.id, attachment]));
        for (const id of kept.keys())
          if (!chosen.has(id)) {
            remove(prefix + id);
            kept.delete(id);
          }
        for (const [id, { file, caption }] of chosen) {
          if (file.size > MOST_BYTES || kept.get(id) === caption) continue;
          kept.set(id, caption);
          put(prefix + id, { file, text: caption, voice: false, at: now() });
        }
      });
    },
    /** Waits until everything is on disk. */
    settled: () => last,
  };
}
