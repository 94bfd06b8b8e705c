import type { UserAnswer } from "#users/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { usersTexts } from "./locales/index.ts";
import { userCalls } from "./users-api.ts";

interface Props {
  readonly user: UserAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks before a user is deleted. */
export function RemoveUserDialog({ user, onRemoved, onClose }: Props) {
  const t = useText(usersTexts);
  const words = useText(common);
  const remove = async () => {
    await userCalls.remove(user.id);
    onRemoved(user.id);
    toast.success(t("remove.deleted"));
  };
  return (
    <Confirm
      title={t("remove.title", { name: user.name })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{words("confirm.deleteText")}</p>
      <p className="field-help">{t("remove.consequence")}</p>
    </Confirm>
  );
}
