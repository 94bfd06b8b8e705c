import { useSignals } from "@preact/signals-react/runtime";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Entity } from "#web/lib/lists/collection.ts";
import type { PagedList } from "#web/lib/lists/paged-list.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { missingCellsTexts } from "./locales/index.ts";

/** A list over several cells ends after this many rows (docs/rules/cells.md#lists). */
const MOST_ROWS = 10_000;

/** A notice below a list over several cells when it ends before its last row; nothing otherwise. */
export function ListEnd<Row extends Entity>({ list }: { readonly list: PagedList<Row> }) {
  useSignals();
  const t = useText(missingCellsTexts);
  const shown = list.items.value.length;
  const all = list.count.value;
  if (list.hasMore.value || shown < MOST_ROWS || all <= shown) return null;
  return (
    <Callout tone="info">{t("listEnd", { shown: formatNumber(shown), all: formatNumber(all) })}</Callout>
  );
}
