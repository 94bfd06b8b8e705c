import { useCallback, useEffect, useState } from "react";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { usersTexts } from "./locales/index.ts";
import { userCalls } from "./users-api.ts";

interface Props {
  readonly user: UserAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before a user is deleted, and names the user's API keys, which stay valid
 * (docs/rules/users.md). They are shown before the deletion can be confirmed.
 */
export function RemoveUserDialog({ user, onRemoved, onClose }: Props) {
  const t = useText(usersTexts);
  const [keys, setKeys] = useState<readonly string[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    userCalls.keysOf(user.id).then(setKeys, setFailure);
  }, [user.id]);
  useEffect(load, [load]);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: user.name })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await userCalls.remove(user.id);
        onRemoved(user.id);
      }}
      isConfirmDisabled={keys === null}
      onClose={onClose}
    >
      <p className="field-help">{t("remove.consequence")}</p>
      {keys === null && !failure ? <Skeleton width="100%" /> : null}
      {failure ? <ErrorState title={t("remove.keysFailed")} error={failure} onRetry={load} /> : null}
      {keys?.length ? <p className="field-help">{t("remove.keys", { keys: keys.join(", ") })}</p> : null}
    </ConfirmDelete>
  );
}
