import { computed, signal } from "@preact/signals-react";
import type { FieldAnswer, FieldOwner } from "#people/fields/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { fieldTexts } from "./locales/index.ts";

const items = new Collection<FieldAnswer>({ record: "record", id: "id" });
const loaded = signal<Promise<void> | null>(null);

async function load(): Promise<void> {
  const { fields } = await api.get<{ fields: readonly FieldAnswer[] }>("/fields");
  items.clear();
  items.upsertAll(fields);
}
function need(): Promise<void> {
  // Rows show "Sim" and "Não".
  loaded.value ??= Promise.all([load(), preloadTexts(fieldTexts)]).then(
    () => undefined,
    () => {
      loaded.value = null;
    },
  );
  return loaded.peek() ?? Promise.resolve();
}
function again(): void {
  if (!loaded.peek()) return;
  loaded.value = null;
  void need();
}
socket.on("field", (event) => {
  items.apply(event);
});
socket.onResync(again);

const all = computed(() => items.all.value.toSorted((a, b) => a.position - b.position || a.id - b.id));
const ofOwner = (of: FieldOwner) => computed(() => all.value.filter((field) => field.of === of));
const byOwner = { ticket: ofOwner("ticket"), contact: ofOwner("contact") } as const;
const shownInLists = (of: FieldOwner) =>
  computed(() => byOwner[of].value.filter(({ active, inList }) => active && inList));
const inLists = { ticket: shownInLists("ticket"), contact: shownInLists("contact") } as const;

/** The definitions of the company's custom fields: loaded once, then updated by their events. */
export const fieldList = {
  /** Loads the list unless it is loaded; after a failure it stays empty and the next call tries again. */
  need,
  isLoaded: () => loaded.value !== null,
  get: (id: number) => items.get(id),
  put: (field: FieldAnswer) => void items.upsert(field),
  remove: (id: number) => items.remove(id),
  /** Fields of an owner in their order, inactive ones included. */
  of: (of: FieldOwner): readonly FieldAnswer[] => byOwner[of].value,
  /** Active fields of an owner that rows show; at most two. */
  inList: (of: FieldOwner): readonly FieldAnswer[] => inLists[of].value,
  reload: again,
  /** Call when another user signs in: empties the list. */
  forget(): void {
    loaded.value = null;
    items.clear();
  },
};

/** Whether a field is used by tickets of this queue. */
export const isOfQueue = ({ queueIds }: FieldAnswer, queueId: number | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId));
