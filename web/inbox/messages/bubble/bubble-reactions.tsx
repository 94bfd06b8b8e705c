import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useStream } from "#web/inbox/messages/stream/stream-context.ts";
import { isOwnReaction } from "./reactions.ts";
import "./bubble-reactions.css";

/** Reactions of both sides at the lower edge of a message; a press on the own one takes it away. */
export function BubbleReactions({ message }: { readonly message: MessageAnswer }) {
  const t = useText(messages);
  const { react } = useStream();
  if (message.reactions.length === 0) return null;
  const counts = Map.groupBy(message.reactions, (reaction) => reaction.emoji);
  return (
    <span className="reactions">
      {[...counts].map(([emoji, of]) => {
        const mine = of.some(isOwnReaction);
        return (
          <button
            key={emoji}
            type="button"
            className={mine ? "reaction reaction-mine" : "reaction"}
            disabled={!react}
            aria-label={`${emoji} ${of.length}: ${t(mine ? "bubble.unreact" : "bubble.react", { emoji })}`}
            onClick={() => react?.(message, mine ? "" : emoji)}
          >
            {emoji} {of.length}
          </button>
        );
      })}
    </span>
  );
}
