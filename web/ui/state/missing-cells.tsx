import { useSignals } from "@preact/signals-react/runtime";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { missingCellsOf } from "#web/lib/api/missing-cells.ts";
import { Callout } from "./callout.tsx";

/** A notice that names the cells whose data is missing on a page of the provider; nothing when all have answered. */
export function MissingCells({ cells }: { readonly cells: readonly number[] }) {
  const t = useText(common);
  if (cells.length === 0) return null;
  return (
    <Callout tone="waiting">
      {t("list.missingCells", { count: cells.length, cells: cells.join(", ") })}
    </Callout>
  );
}

/** The same, of the last answer to requests of a path. */
export function MissingCellsOf({ path }: { readonly path: string }) {
  useSignals();
  return <MissingCells cells={missingCellsOf(path)} />;
}
