import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { missingCellsOf } from "./follow-cells.ts";
import { missingCellsTexts } from "./locales/index.ts";

/** A notice that names the cells whose data is missing on a page of the provider; nothing when all have answered. */
export function MissingCells({ cells }: { readonly cells: readonly number[] }) {
  const t = useText(missingCellsTexts);
  if (cells.length === 0) return null;
  return (
    <Callout tone="waiting">{t("incomplete", { count: cells.length, cells: cells.join(", ") })}</Callout>
  );
}

/** The same, of the last answer to requests of a path. */
export function MissingCellsOf({ path }: { readonly path: string }) {
  useSignals();
  return <MissingCells cells={missingCellsOf(path)} />;
}
