import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Column } from "./data-table.tsx";

export interface RowActionsProps {
  readonly editLabel: string;
  readonly deleteLabel: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Buttons of a row: edit and delete. */
export function RowActions({ editLabel, deleteLabel, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className="row-actions">
      <IconButton label={editLabel} onPress={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={deleteLabel} variant="danger" onPress={onDelete}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

/** The column with the buttons of a row; on phones they are in the corner of its card. */
export const actionsColumn = <Row,>(title: string, cell: Column<Row>["cell"]): Column<Row> => ({
  id: "actions",
  title,
  card: "corner",
  hideTitle: true,
  cell,
});
