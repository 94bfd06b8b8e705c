import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** The six reactions offered first. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** Reactions of our side have the author `me`: for the network all attendants are one person. */
export function isOwnReaction(reaction: MessageAnswer["reactions"][number]): boolean {
  return reaction.authorId === "me";
}
