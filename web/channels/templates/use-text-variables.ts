import { useText } from "#web/i18n/use-text.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { OFFERED } from "#web/inbox/variables/sample.ts";
import type { Insertable } from "./value-field.tsx";

export function useTextVariables(): readonly Insertable[] {
  const t = useText(variableTexts);
  return OFFERED.map((name) => ({ label: t(`variable.${name}`), text: `{{${name}}}` }));
}
