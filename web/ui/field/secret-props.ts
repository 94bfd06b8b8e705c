import type { ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";

/** Properties of a field with a secret; a support session cannot change it. Reads a signal. */
export function useSecretProps(help?: ReactNode): { readonly isDisabled: boolean; readonly help: ReactNode } {
  const t = useText(common);
  const mayChange = maySetSecrets();
  return { isDisabled: !mayChange, help: mayChange ? help : t("form.notForSupport") };
}
