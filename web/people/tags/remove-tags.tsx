import type { TagAnswer } from "#people/tags/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { tagTexts } from "./locales/index.ts";
import { tagCalls } from "./tags-api.ts";
import { tagsList } from "./tags-list.ts";

/** Deletes tags, with an undo for some seconds; tags that could not be deleted return to the list. */
export function removeTags(tags: readonly TagAnswer[]): void {
  deleteWithUndo({
    kind: "tag",
    ids: tags.map(({ id }) => id),
    message: text(tagTexts, tags.length === 1 ? "remove.deleted" : "remove.deletedMany"),
    remove: (ids) =>
      Promise.all(
        ids.map(async (id) => {
          await tagCalls.remove(id);
          tagsList.remove(id);
        }),
      ),
  });
}

interface Props {
  readonly tags: readonly TagAnswer[];
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before tags in use are deleted, because they are removed from their tickets. */
export function RemoveTags({ tags, onRemove, onClose }: Props) {
  const t = useText(tagTexts);
  const [first] = tags;
  if (!first) return null;
  const isOne = tags.length === 1;
  return (
    <ConfirmDelete
      title={isOne ? t("remove.title", { name: first.name }) : t("remove.titleMany", { count: tags.length })}
      onDelete={onRemove}
      onClose={onClose}
    >
      {isOne && first.ticketsCount > 0 ? <p>{t("remove.tickets", { count: first.ticketsCount })}</p> : null}
    </ConfirmDelete>
  );
}
