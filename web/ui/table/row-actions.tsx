import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { IconButton } from "#web/ui/button/icon-button.tsx";

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
