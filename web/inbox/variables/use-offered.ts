import { useText } from "#web/i18n/use-text.ts";
import { variableTexts } from "./locales/index.ts";
import { OFFERED, type OfferedVariable } from "./sample.ts";
import type { OfferedName } from "./variable-chips.tsx";

/** Chips of the given product variables; by default all variables of texts to one customer. */
export function useOffered(variables: readonly OfferedVariable[] = OFFERED): readonly OfferedName[] {
  const t = useText(variableTexts);
  return variables.map((name) => ({ label: t(`variable.${name}`), text: `{{${name}}}` }));
}
