import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { foundLaterTexts } from "./locales/index.ts";

/** The note below a message that reconciliation found (docs/rules/reconciliation.md#fill). */
export function FoundLater({ at }: { readonly at: string }) {
  const t = useText(foundLaterTexts);
  return <small className="bubble-waits">{t("found", { at: formatDateTime(at) })}</small>;
}
