import type { MessageAnswer } from "#inbox/messages/contract.ts";

/** The six offered first. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** Reactions of our side carry the author `me`: the network knows only one of us. */
export function isOwnReaction(reaction: MessageAnswer["reactions"][number]): boolean {
  return reaction.authorId === "me";
}
