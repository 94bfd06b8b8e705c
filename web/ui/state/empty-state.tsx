import type { ReactNode } from "react";
import "./state.css";

export interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly text?: string;
  /** A large icon or picture; decoration. */
  readonly picture?: ReactNode;
  /** The one thing to press. */
  readonly action?: ReactNode;
  /** The whole page is this: the title becomes its heading. */
  readonly isPage?: boolean;
}

/** What a list says while it is empty: never a dead end. */
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
