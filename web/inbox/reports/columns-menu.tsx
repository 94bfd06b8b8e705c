import Columns3 from "lucide-react/icons/columns-3";
import { useText } from "#web/i18n/use-text.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { Button } from "#web/ui/button/button.tsx";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import type { Choosable } from "./columns.tsx";
import { reportsTexts } from "./locales/index.ts";
import { USUAL_COLUMNS } from "./report-url.ts";

interface Props {
  readonly columns: readonly Choosable[];
  /** Ids in their order; at least one. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Chooses the columns of the report and their order: the chosen ones first, then the others. */
export function ColumnsMenu({ columns, chosen, onChange }: Props) {
  const t = useText(reportsTexts);
  const ordered = [
    ...chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    ...columns.filter(({ id }) => !chosen.includes(id)),
  ];
  return (
    <Popover
      label={t("columns.choose")}
      placement="bottom end"
      trigger={
        <Button size="s" icon={<Columns3 aria-hidden="true" />}>
          {t("columns.choose")}
        </Button>
      }
    >
      <ul className="report-columns">
        {ordered.map(({ id, name }) => {
          const at = chosen.indexOf(id);
          return (
            <li key={id}>
              <Checkbox
                label={name}
                value={at >= 0}
                isDisabled={at >= 0 && chosen.length === 1}
                onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
              />
              {at < 0 ? null : (
                <MoveButtons
                  up={t("columns.up", { name })}
                  down={t("columns.down", { name })}
                  at={at}
                  count={chosen.length}
                  onMove={(by) => onChange(moveItem(chosen, at, at + by))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Button size="s" variant="ghost" onPress={() => onChange(USUAL_COLUMNS)}>
        {t("columns.usual")}
      </Button>
    </Popover>
  );
}
