import { useSignals } from "@preact/signals-react/runtime";
import Coffee from "lucide-react/icons/coffee";
import { useEffect, useState } from "react";
import type { PauseReasonAnswer } from "#accounts/work-times/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { workTexts } from "./locales/index.ts";
import { workCalls } from "./work-api.ts";
import "./work-times.css";

interface Props {
  readonly title?: string | undefined;
  /** Starts the pause. */
  readonly onChoose: (reasonId: number | null) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of a pause; without offered reasons the pause starts at once (docs/rules/work-times.md#pauses). */
export function PauseDialog({ title, onChoose, onClose }: Props) {
  useSignals();
  const t = useText(workTexts);
  const [reasons, setReasons] = useState<readonly PauseReasonAnswer[] | null>(null);
  const choose = useStableCallback(async (reasonId: number | null) => {
    onClose();
    await onChoose(reasonId).catch(toast.failure);
  });
  useEffect(() => {
    workCalls.reasons().then(
      (all) => {
        const offered = all.filter(({ active }) => active);
        if (offered.length === 0) void choose(null);
        else setReasons(offered);
      },
      (error) => {
        toast.failure(error);
        onClose();
      },
    );
  }, [choose, onClose]);
  return (
    <Dialog title={title ?? t("pause.title")} onClose={onClose} size="s">
      {title === undefined ? <p className="pause-help">{t("pause.help")}</p> : null}
      {reasons === null ? (
        <Skeleton width="100%" height={88} />
      ) : (
        <div className="pause-reasons">
          {reasons.map(({ id, name }, at) => (
            <Button
              key={id}
              icon={<Coffee aria-hidden="true" />}
              autoFocus={at === 0}
              onPress={() => void choose(id)}
            >
              {name}
            </Button>
          ))}
          {session.setting("pauseReasonRequired") === "enabled" ? null : (
            <Button variant="ghost" onPress={() => void choose(null)}>
              {t("pause.without")}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Asks users why they pause. */
function OwnPause({ onClose }: { readonly onClose: () => void }) {
  return <PauseDialog onChoose={(reasonId) => session.setAway(true, reasonId)} onClose={onClose} />;
}

/** The texts are loaded together with the dialog. */
export async function loadOwnPause() {
  await preloadTexts(workTexts);
  return OwnPause;
}
