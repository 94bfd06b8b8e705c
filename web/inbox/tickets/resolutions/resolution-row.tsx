import type { QueueRef } from "#accounts/queues/contract.ts";
import type { ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { resolutionTexts } from "./locales/index.ts";

interface Props {
  readonly row: ResolutionAnswer;
  readonly queues: readonly QueueRef[];
  /** How often it was chosen in the last 30 days. */
  readonly uses: number;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One resolution of the admin's list. */
export function ResolutionRow({ row, queues, uses, at, count, onMove, onEdit, onRemove }: Props) {
  const t = useText(resolutionTexts);
  const { name } = row;
  return (
    <li className={classNames("definition", !row.active && "definition-off")}>
      <div className="definition-order">
        <MoveButtons
          up={t("list.up", { name })}
          down={t("list.down", { name })}
          at={at}
          count={count}
          onMove={onMove}
        />
      </div>
      <div className="definition-words">
        <strong dir="auto">{name}</strong>
        <span>{t("list.uses", { count: uses })}</span>
      </div>
      <div className="definition-chips">
        {row.active ? null : <Chip>{t("list.inactive")}</Chip>}
        {queues
          .filter(({ id }) => row.queueIds.includes(id))
          .map((queue) => (
            <Chip key={queue.id} color={queue.color}>
              {queue.name}
            </Chip>
          ))}
      </div>
      <div className="definition-actions">
        <RowActions
          editLabel={t("list.edit", { name })}
          deleteLabel={t("list.delete", { name })}
          onEdit={onEdit}
          onDelete={onRemove}
        />
      </div>
    </li>
  );
}
