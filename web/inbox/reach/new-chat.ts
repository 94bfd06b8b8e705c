import { useEffect, useState } from "react";
import type { NewChatAnswer } from "#inbox/reach/new-chat/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { newChatRestrictionOf } from "./restriction.ts";

/**
 * Whether a message to the contact would start a new conversation; `whatsappId` null = on the connection that the
 * server chooses. Undefined until the server answered, and after a failed request.
 */
export function useNewChat(contactId: number, whatsappId: number | null): NewChatAnswer | undefined {
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: NewChatAnswer }>();
  const key = `${contactId}:${whatsappId}`;
  useEffect(() => {
    const request = new AbortController();
    api
      .get<NewChatAnswer>(`/contacts/${contactId}/new-chat`, {
        query: whatsappId === null ? {} : { whatsappId },
        signal: request.signal,
      })
      .then(
        (answer) => setKnown({ key, answer }),
        // Without an answer no bar is shown; a message that has to wait shows that itself.
        () => undefined,
      );
    return () => request.abort();
  }, [contactId, whatsappId, key]);
  return known?.key === key ? known.answer : undefined;
}

/** The connected numbers of the same channel that may start conversations. Reads a signal. */
export const otherNumbers = (of: Pick<Connection, "id" | "channel">): readonly Connection[] =>
  connections.list.value.filter(
    (other) =>
      other.id !== of.id &&
      other.channel === of.channel &&
      other.status === "CONNECTED" &&
      !newChatRestrictionOf(other),
  );
