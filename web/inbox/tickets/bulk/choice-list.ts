import * as v from "valibot";
import { BulkActions, type TicketAction } from "#automation/ticket-actions/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { followUpList } from "#web/inbox/follow-ups/follow-up-list.ts";
import { macroList } from "#web/inbox/tickets/macros/macro-list.ts";
import { queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { awaitLayer } from "#web/lib/keyboard/opening-layer.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { type Choice, type ListChoice, SIMPLE } from "./bulk-menu.ts";
import type pt from "./locales/pt.json";

/** One entry of a list, and its action on the selected tickets. */
interface Offer {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly TicketAction[];
}

/** The list that must be loaded for each choice; null = none. */
const LISTS: Readonly<Record<Choice, { need(): Promise<void> } | null>> = {
  transfer: queues,
  tagAdd: tags,
  tagRemove: tags,
  followUp: followUpList,
  macro: macroList,
  field: fieldList,
  snooze: null,
  priority: null,
};

/** Loads the entries. The dialog opens after that, so that a name can be typed immediately. */
export async function loadChoice(choice: Choice): Promise<void> {
  const hold = awaitLayer();
  await LISTS[choice]?.need();
  hold.arrived();
}

/** What may be chosen. Reads signals. */
export function offersOf(choice: ListChoice, t: Translate<typeof pt>): readonly Offer[] {
  const simple = (ids: readonly (keyof typeof SIMPLE)[]) =>
    ids.map((id) => ({ id, label: t(`do.${id}`), actions: [SIMPLE[id]] }));
  switch (choice) {
    case "transfer":
      return queues.all.value.map(({ id, name }) => offer(id, name, [{ action: "transfer", queueId: id }]));
    case "tagAdd":
      return tags.all.value.map(({ id, name }) => offer(id, name, [{ action: "tag_add", tagIds: [id] }]));
    case "tagRemove":
      return tags.all.value.map(({ id, name }) => offer(id, name, [{ action: "tag_remove", tagIds: [id] }]));
    case "followUp":
      return followUpList.all.value.map(({ id, name }) =>
        offer(id, name, [{ action: "follow_up", followUpId: id }]),
      );
    case "macro":
      // Macros with replies or participants are not offered for several tickets (docs/rules/bulk-actions.md#start).
      return macroList.all.value
        .filter(({ active, actions }) => active && v.is(BulkActions, actions))
        .map(({ id, name, actions }) => offer(id, name, actions));
    case "snooze":
      return simple(["tomorrow", "monday"]);
    case "priority":
      return simple(["urgent", "high", "normal", "low"]);
  }
}

const offer = (id: number, label: string, actions: readonly TicketAction[]): Offer => ({
  id: String(id),
  label,
  actions,
});
