import { Component, type ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

interface Props {
  readonly children: ReactNode;
  /** A changed address renders the page again. */
  readonly place: string;
}
interface State {
  readonly failed: boolean;
  readonly place: string;
}

/** Error boundary of a page: after an error the shell remains usable. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { failed: false, place: props.place };
  }

  override render() {
    return this.state.failed ? (
      <PageFailed onRetry={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    );
  }
}

/**
 * Shown for a page that failed to render, or whose code failed to load (after an update of the server, or without
 * network).
 */
function PageFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText(common);
  return (
    <div role="alert">
      <EmptyState
        isPage
        title={t("page.failedTitle")}
        text={t("page.failedText")}
        action={
          <>
            <Button onPress={onRetry}>{t("action.tryAgain")}</Button>
            <Button variant="ghost" onPress={() => globalThis.location.reload()}>
              {t("action.refresh")}
            </Button>
          </>
        }
      />
    </div>
  );
}
