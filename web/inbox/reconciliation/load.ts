import { preloadTexts } from "#web/i18n/dictionary.ts";
import { reconciliationTexts } from "./locales/index.ts";

export async function reportDialog() {
  const [part] = await Promise.all([import("./report-dialog.tsx"), preloadTexts(reconciliationTexts)]);
  return part.ReportDialog;
}

/** Loads what a connection may claim about lost messages; only for admins on the list of connections. */
export async function lostVerdict() {
  const [part] = await Promise.all([import("./lost-verdict.tsx"), preloadTexts(reconciliationTexts)]);
  return part.LostVerdict;
}
