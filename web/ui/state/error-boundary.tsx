import { Component, type ReactNode } from "react";
import { UnloadedError } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import "./error-boundary.css";

export interface ErrorBoundaryProps {
  /** Name of the component in reports, e.g. `message`. Never content. */
  readonly part: string;
  readonly children: ReactNode;
  /** Shown as plain text instead of a failed component. Default: a message and a retry button. */
  readonly raw?: string | null | undefined;
  /** A new value renders a failed component again: the row, or the id of a panel's content. */
  readonly resetKey?: unknown;
  /** Replaces the plain text where the parent element accepts only certain children (table rows). */
  readonly fallback?: ReactNode;
}
interface State {
  readonly failed: boolean;
  /** Its texts did not arrive. */
  readonly isUnloaded?: boolean;
  readonly resetKey: unknown;
}

/**
 * Error boundary around one row, card or panel: content that cannot be rendered affects only this part
 * (docs/rules/pages.md#boundaries). Failures are reported by the root (`render-report.ts`).
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, isUnloaded: error instanceof UnloadedError };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { failed: false, resetKey: props.resetKey };
  }

  override render() {
    const { children, raw, fallback } = this.props;
    if (!this.state.failed) return children;
    if (fallback !== undefined) return fallback;
    if (raw === undefined)
      return (
        <FailedPart
          isUnloaded={this.state.isUnloaded ?? false}
          onRetry={() => this.setState({ failed: false })}
        />
      );
    return <RawText text={raw} />;
  }
}

/** Maximum length of the raw text, characters: the length of a long WhatsApp message. */
const MOST_RAW = 4_096;

/** Content as plain text, without formatting, links or media. */
function RawText({ text }: { readonly text: string | null }) {
  return (
    <span className="raw-text" dir="auto">
      {String(text ?? "").slice(0, MOST_RAW)}
    </span>
  );
}

interface FailedPartProps {
  /** Its code did not arrive; otherwise it could not be rendered. */
  readonly isUnloaded?: boolean;
  readonly onRetry: () => void;
  readonly onClose?: (() => void) | undefined;
}

/** Shown in the place of a part that could not be rendered or loaded. */
export function FailedPart({ isUnloaded = false, onRetry, onClose }: FailedPartProps) {
  const t = useText(common);
  return (
    <div className="failed-part" role="alert">
      <span>{t(isUnloaded ? "state.loadFailed" : "state.partFailed")}</span>
      <Button size="s" variant="ghost" onPress={onRetry}>
        {t("action.tryAgain")}
      </Button>
      {isUnloaded ? (
        <Button size="s" variant="ghost" onPress={() => globalThis.location.reload()}>
          {t("action.refresh")}
        </Button>
      ) : null}
      {onClose ? (
        <Button size="s" variant="ghost" onPress={onClose}>
          {t("action.close")}
        </Button>
      ) : null}
    </div>
  );
}
