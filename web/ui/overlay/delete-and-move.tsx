import { type ReactNode, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Select } from "#web/ui/select/select.tsx";
import { Confirm } from "./confirm.tsx";

/** Another queue or connection, to which the tickets can be moved. */
interface Replacement {
  readonly id: number;
  readonly name: string;
}

export interface DeleteAndMoveProps {
  readonly title: string;
  /** Code of the error that has the number of remaining tickets in `details.count`. */
  readonly refusal: string;
  readonly replacements: readonly Replacement[];
  /** Text about the remaining tickets. */
  readonly held: (count: number) => string;
  readonly texts: { readonly moveTo: string; readonly moveAndDelete: string; readonly nowhere: string };
  /** Deletes; with an id, moves the tickets there first. */
  readonly onRemove: (moveTo: number | null) => Promise<void>;
  readonly onClose: () => void;
  /** What else is deleted or changed. */
  readonly children?: ReactNode;
}

/**
 * Deletes a queue or connection that may still have open tickets, after moving those (docs/rules/connections.md#saving,
 * docs/rules/queues.md#deleting).
 */
export function DeleteAndMove({
  title,
  refusal,
  replacements,
  held,
  texts,
  onRemove,
  onClose,
  children,
}: DeleteAndMoveProps) {
  const words = useText(common);
  const [count, setCount] = useState(0);
  const [moveTo, setMoveTo] = useState<number | null>(null);
  const remove = async () => {
    try {
      await onRemove(moveTo);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === refusal)) throw error;
      setCount(Number(error.details["count"] ?? 0));
      setMoveTo(replacements[0]?.id ?? null);
      return "again";
    }
    return "done";
  };
  return (
    <Confirm
      title={title}
      confirmLabel={count > 0 ? texts.moveAndDelete : words("action.delete")}
      isConfirmDisabled={count > 0 && replacements.length === 0}
      onConfirm={remove}
      onClose={onClose}
    >
      {count === 0 ? (
        <>
          <p>{words("confirm.deleteText")}</p>
          {children}
        </>
      ) : (
        <div className="form" aria-live="polite">
          <p>{held(count)}</p>
          {replacements.length === 0 ? (
            <p>{texts.nowhere}</p>
          ) : (
            <Select
              label={texts.moveTo}
              options={replacements.map(({ id, name }) => ({ id, label: name }))}
              value={moveTo}
              onChange={setMoveTo}
            />
          )}
        </div>
      )}
    </Confirm>
  );
}
