import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useLeaveGuard } from "#web/ui/form/unsaved-guard.tsx";
import type { Draft } from "./use-draft.ts";

interface Props {
  readonly draft: Pick<Draft, "isDirty" | "save" | "discard">;
  readonly isSaving: boolean;
}

/** Save and discard while there are changes; leaving the page asks for confirmation. */
export function SaveButtons({ draft, isSaving }: Props) {
  const t = useText(common);
  const leaving = useLeaveGuard(draft.isDirty && !isSaving);
  if (!draft.isDirty) return null;
  return (
    <div className="setting-buttons">
      <Button size="s" variant="ghost" onPress={draft.discard}>
        {t("action.discard")}
      </Button>
      <Button size="s" variant="primary" isPending={isSaving} onPress={draft.save}>
        {t("action.save")}
      </Button>
      {leaving}
    </div>
  );
}
