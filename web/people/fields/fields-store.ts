import { computed } from "@preact/signals-react";
import type { FieldAnswer, FieldOwner } from "#people/fields/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";
import { fieldTexts } from "./locales/index.ts";

class FieldList extends DefinitionList<FieldAnswer> {
  readonly #byOwner = { ticket: this.#ofOwner("ticket"), contact: this.#ofOwner("contact") };
  readonly #inLists = { ticket: this.#shown("ticket"), contact: this.#shown("contact") };

  #ofOwner(of: FieldOwner) {
    return computed(() => this.all.value.filter((field) => field.of === of));
  }
  #shown(of: FieldOwner) {
    return computed(() => this.of(of).filter(({ active, inList }) => active && inList));
  }

  /** Fields of an owner in their order, inactive ones included. */
  of(of: FieldOwner): readonly FieldAnswer[] {
    return this.#byOwner[of].value;
  }
  /** Active fields of an owner that rows show; at most two. */
  inList(of: FieldOwner): readonly FieldAnswer[] {
    return this.#inLists[of].value;
  }
}

/** The definitions of the company's custom fields. */
export const fieldList = new FieldList({
  path: "/fields",
  name: "fields",
  channel: "field",
  // Rows show "Sim" and "Não".
  beside: () => preloadTexts(fieldTexts),
});

/** Whether a field is used by tickets of this queue. */
export const isOfQueue = ({ queueIds }: FieldAnswer, queueId: number | null): boolean =>
  queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId));
