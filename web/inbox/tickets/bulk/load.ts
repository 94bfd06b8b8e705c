import { preloadTexts } from "#web/i18n/dictionary.ts";
import { bulkTexts } from "./locales/index.ts";

/** The bar of bulk actions with its texts; loaded at the first selection. */
export async function loadBulkBar() {
  const [part] = await Promise.all([import("./bulk-bar.tsx"), preloadTexts(bulkTexts)]);
  return part.BulkBar;
}
