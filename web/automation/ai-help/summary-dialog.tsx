import Copy from "lucide-react/icons/copy";
import { useCallback, useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { aiCalls } from "./ai-api.ts";
import { aiHelpTexts } from "./locales/index.ts";

interface Props {
  readonly ticketId: number;
  readonly onClose: () => void;
}
type State =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly text: string }
  | { readonly kind: "failed"; readonly error: unknown };

/** A summary of the conversation so far. */
export function SummaryDialog({ ticketId, onClose }: Props) {
  const t = useText(aiHelpTexts);
  const [state, setState] = useState<State>({ kind: "loading" });
  const read = useCallback(async () => {
    setState({ kind: "loading" });
    try {
      setState({ kind: "ready", ...(await aiCalls.assist(ticketId, { kind: "summarise" })) });
    } catch (error) {
      setState({ kind: "failed", error });
    }
  }, [ticketId]);
  useEffect(() => void read(), [read]);
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(t("summary.copied")),
      (error: unknown) => toast.failure(error),
    );
  return (
    <Dialog
      title={t("summary.title")}
      onClose={onClose}
      footer={
        state.kind === "ready" ? (
          <Button icon={<Copy aria-hidden="true" />} onPress={() => copy(state.text)}>
            {t("summary.copy")}
          </Button>
        ) : null
      }
    >
      <div className="ai-summary" aria-live="polite" aria-busy={state.kind === "loading"}>
        {state.kind === "loading" ? <Skeleton shape="block" height="96px" /> : null}
        {state.kind === "ready" ? <p>{state.text}</p> : null}
        {state.kind === "failed" ? (
          <ErrorState title={t("menu.summarise")} error={state.error} onRetry={() => void read()} />
        ) : null}
      </div>
    </Dialog>
  );
}
