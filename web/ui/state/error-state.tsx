import CloudOff from "lucide-react/icons/cloud-off";
import { errorText } from "#web/i18n/errors/error-text.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import "./state.css";

export interface ErrorStateProps {
  /** Default: 'Não foi possível carregar a lista de registros'. */
  readonly title?: string;
  readonly error?: unknown;
  readonly onRetry: () => void;
}

/** Shown instead of content that failed to load, with a retry button. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const t = useText(common);
  return (
    <div className="state" role="alert">
      <div className="state-picture state-picture-danger" aria-hidden="true">
        <CloudOff />
      </div>
      <p className="state-title">{title ?? t("list.loadFailed")}</p>
      {error ? <p className="state-text">{errorText(error)}</p> : null}
      <Button onPress={onRetry}>{t("action.tryAgain")}</Button>
    </div>
  );
}
