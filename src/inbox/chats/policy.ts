import type { UserActor } from "#tenants/tenant.ts";
import type { Chat, ChatMessage } from "./schema.ts";

/** Only the owner may change and delete a chat (docs/rules/team.md#team-chat). */
export const ownsChat = (actor: Pick<UserActor, "id">, { ownerId }: Pick<Chat, "ownerId">): boolean =>
  actor.id === ownerId;

/** Only the sender may edit and delete a message. */
export const isSender = (
  actor: Pick<UserActor, "id">,
  { senderId }: Pick<ChatMessage, "senderId">,
): boolean => actor.id === senderId;

const LETTER = /[\p{L}\p{N}]/u;
const fold = (text: string) => text.normalize("NFC").toLowerCase();

/**
 * Returns the members that a text mentions as `@Name`, without a letter directly after the name. Of two names with the
 * same beginning, the longer match counts (`@Ana Paula` does not mention Ana).
 */
export function mentionedIn(
  text: string,
  members: readonly { readonly id: number; readonly name: string }[],
): number[] {
  const folded = fold(text);
  const named = new Set<number>();
  const longest = [...members].sort((a, b) => b.name.length - a.name.length);
  for (let at = folded.indexOf("@"); at >= 0; at = folded.indexOf("@", at + 1)) {
    const rest = folded.slice(at + 1);
    const hit = longest.find(({ name }) => {
      const wanted = fold(name);
      return wanted !== "" && rest.startsWith(wanted) && !LETTER.test(rest.charAt(wanted.length));
    });
    // Two members with the same name are both mentioned: the text does not distinguish them.
    if (hit) for (const { id, name } of members) if (fold(name) === fold(hit.name)) named.add(id);
  }
  return [...named].sort((a, b) => a - b);
}
