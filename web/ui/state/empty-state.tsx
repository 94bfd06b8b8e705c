import type { ReactNode } from "react";
import "./state.css";

export interface EmptyStateProps {
  readonly title: string;
  /** The next step. */
  readonly text?: string;
  /** A large icon or picture; decorative. */
  readonly picture?: ReactNode;
  /** The only button. */
  readonly action?: ReactNode;
  /** The page shows nothing else: the title is its heading. */
  readonly isPage?: boolean;
}

/** Shown instead of an empty list, with the next step. */
export function EmptyState({ title, text, picture, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="state">
      {picture ? (
        <div className="state-picture" aria-hidden="true">
          {picture}
        </div>
      ) : null}
      <Title className="state-title">{title}</Title>
      {text ? <p className="state-text">{text}</p> : null}
      {action}
    </div>
  );
}
