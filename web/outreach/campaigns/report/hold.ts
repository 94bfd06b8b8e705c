import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { newChatRestrictionOf } from "#web/inbox/reach/restriction.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { type Campaign, campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";
import { guessNewChats, type NewChatsGuess } from "#web/outreach/campaigns/dialog/new-chats.ts";

/** Minutes after which the budget is read again. */
const READ_EVERY = 5;

/**
 * Why a campaign cannot write to people who never wrote to its number (docs/rules/reach.md#held); null when it can, while it
 * sends no messages, and while the reason is unknown.
 */
export function useHold(campaign: Campaign, isSending: boolean): NewChatsGuess | null {
  useSignals();
  const [hold, setHold] = useState<NewChatsGuess | null>(null);
  const waiting = campaign.report.states["waiting"] ?? 0;
  const id = isSending && waiting > 0 ? (campaign.whatsapp?.id ?? null) : null;
  const restriction = newChatRestrictionOf(connections.items.get(id ?? 0));
  const turn = `${restriction?.kind}:${restriction?.endsAt}:${Math.floor(currentMinute.value / (READ_EVERY * 60_000))}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed restriction and the time read again
  useEffect(() => {
    let isShown = true;
    setHold(null);
    if (id === null) return;
    // A failed request is ignored: the report works without the reason.
    campaignCalls.reach(id).then(
      (reach) => isShown && setHold(guessNewChats(reach, waiting)),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [id, turn]);
  // With some left today, the campaign continues.
  return hold?.kind === "partly" && hold.left > 0 ? null : hold;
}
