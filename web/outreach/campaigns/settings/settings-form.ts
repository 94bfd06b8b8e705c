import * as v from "valibot";
import { MESSAGE_INTERVALS, OTHER_INTERVALS } from "#outreach/campaigns/settings/contract.ts";
import type { Pace, Variable } from "#web/outreach/campaigns/pacing.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, type FormValues } from "#web/ui/form/form-model.ts";

export interface PaceValues extends Pace, FormValues {
  readonly messageInterval: number;
  readonly longerIntervalAfter: number;
  readonly greaterInterval: number;
  readonly variables: readonly Variable[];
}

const schema = v.object({
  messageInterval: v.picklist(MESSAGE_INTERVALS),
  longerIntervalAfter: v.picklist(OTHER_INTERVALS),
  greaterInterval: v.picklist(OTHER_INTERVALS),
});

/** Format of a shortcut (docs/rules/settings.md#campaign-settings). */
const SHORTCUT = /^[A-Za-z0-9_]{1,30}$/;
/** Names of built-in variables. */
const BUILT_IN: ReadonlySet<string> = new Set(["nome", "primeiro_nome", "email", "numero"]);

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Why a shortcut is refused; shortcuts are unique (docs/rules/settings.md#campaign-settings). */
export function problemOfShortcut(
  known: readonly Variable[],
  key: string,
): "invalid" | "builtIn" | "taken" | null {
  if (!SHORTCUT.test(key)) return "invalid";
  if (BUILT_IN.has(key.toLowerCase())) return "builtIn";
  return known.some((variable) => isSame(variable.key, key)) ? "taken" : null;
}

/** Adds a variable; returns the same list when its shortcut is refused. */
export const withVariable = (known: readonly Variable[], added: Variable): readonly Variable[] =>
  problemOfShortcut(known, added.key) === null ? [...known, added] : known;

export function createPaceForm(options: {
  readonly initial: PaceValues;
  readonly save: (settings: PaceValues) => Promise<unknown>;
  readonly onSaved: () => void;
  readonly onFailure: (error: unknown) => void;
}): FormModel<PaceValues> {
  return new FormModel<PaceValues>({
    initial: options.initial,
    schema,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure: options.onFailure,
    submit: async (values) => {
      await options.save(values);
      options.onSaved();
    },
  });
}
