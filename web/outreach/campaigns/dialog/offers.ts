import { useEffect, useState } from "react";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { type ContactList, campaignCalls, type FileList } from "#web/outreach/campaigns/campaigns-api.ts";
import { readSettings } from "#web/outreach/campaigns/pacing.ts";
import { useOptions } from "#web/ui/form/use-options.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Options of the dialog's fields; null while they load (docs/rules/campaigns.md). */
export interface Offers {
  readonly contactLists: readonly ContactList[] | null;
  readonly tags: readonly TagAnswer[] | null;
  readonly fileLists: readonly FileList[] | null;
  readonly queues: readonly QueueAnswer[] | null;
  readonly settings: ReturnType<typeof readSettings> | null;
}

/** Loads the options once, on mount. */
export function useOffers(): Offers {
  useEffect(() => void connections.open(), []);
  const settings = useOptions(campaignCalls.settings);
  return {
    contactLists: useOptions(campaignCalls.contactLists),
    tags: useOptions(campaignCalls.tags),
    fileLists: useOptions(campaignCalls.fileLists),
    queues: useOptions(campaignCalls.queues),
    settings: settings && readSettings(settings),
  };
}

/** Adds a chosen row that is no longer offered, so that its name remains visible. */
export const withChosen = <Row extends Named>(
  rows: readonly Row[] | null,
  chosen: Named | null | undefined,
): readonly Named[] => {
  const known = rows ?? [];
  return chosen && !known.some(({ id }) => id === chosen.id) ? [...known, chosen] : known;
};

/** The connection that sends the campaign: the chosen one, else the default. Reads signals. */
export const senderOf = (whatsappId: number): Connection | undefined =>
  whatsappId === 0
    ? connections.list.value.find(({ isDefault }) => isDefault)
    : connections.items.get(whatsappId);

/** Number of recipients in a list and a tag together, and how many the official number may still send to. */
export interface Reach {
  readonly count: number;
  readonly left: number | null;
  /** Those of them who never wrote on the connection; null = no connection. */
  readonly cold: number | null;
}

/** Null while unknown; `whatsappId`: the connection that sends, 0 = none. */
export function useReach(contactListId: number, tagListId: number, whatsappId: number): Reach | null {
  const [reach, setReach] = useState<Reach | null>(null);
  useEffect(() => {
    setReach(null);
    let isHere = true;
    campaignCalls.audience({ contactListId, tagListId, whatsappId }).then(
      (found) => isHere && setReach(found),
      // A failed count is ignored: the dialog works without it.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [contactListId, tagListId, whatsappId]);
  return reach;
}
