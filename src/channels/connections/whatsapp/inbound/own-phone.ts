import type { StanzaAttrs } from "#channels/connections/whatsapp/store/journal.ts";
import type { OwnAddresses } from "#channels/connections/whatsapp/store/session-store.ts";
import { sameUser } from "#channels/connections/whatsapp/translate/jid.ts";

/**
 * True for a message of our own phone to its linked devices (`peer`): history, keys, messages that only the phone could
 * decrypt. The attribute alone is no proof: a stranger whose history is accepted could write into every chat.
 */
export function isOfOwnPhone(attrs: StanzaAttrs, own: OwnAddresses): boolean {
  return (
    attrs["category"] === "peer" && (sameUser(attrs["from"], own.id) || sameUser(attrs["from"], own.lid))
  );
}
