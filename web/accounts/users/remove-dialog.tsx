import { useEffect, useState } from "react";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { usersTexts } from "./locales/index.ts";
import { userCalls } from "./users-api.ts";

interface Props {
  readonly user: UserAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a user is deleted. */
export function RemoveUserDialog({ user, onRemoved, onClose }: Props) {
  const t = useText(usersTexts);
  const [keys, setKeys] = useState<readonly string[]>([]);
  useEffect(() => void userCalls.keysOf(user.id).then(setKeys), [user.id]);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: user.name })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await userCalls.remove(user.id);
        onRemoved(user.id);
      }}
      onClose={onClose}
    >
      <p className="field-help">{t("remove.consequence")}</p>
      {keys.length > 0 ? <p className="field-help">{t("remove.keys", { keys: keys.join(", ") })}</p> : null}
    </ConfirmDelete>
  );
}
