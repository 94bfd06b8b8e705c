import { createContext } from "react";
import type { Pickable } from "#web/ui/select/multi-select.tsx";

/** Something that can be chosen as a value: `item` is stored, `id` is that of the picker. */
export type Choice = Pickable & { readonly item: string | number | null };
export interface Choices {
  readonly items: readonly Choice[];
  readonly load: () => void;
}

/** The fields that another place than views offers, with their words. */
export interface ConditionWords {
  readonly fields: readonly string[];
  /** Undefined for a field of views. */
  fieldName(field: string): string | undefined;
  opName(op: string): string | undefined;
  wordName(field: string, item: string | number): string | undefined;
  help(field: string): string | undefined;
  /** What can be chosen; undefined for a field of views. */
  choices(field: string): Choices | undefined;
}
/** Null = a view. */
export const ConditionWordsContext = createContext<ConditionWords | null>(null);
