import type { ReactNode } from "react";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Loaded } from "./use-loaded.ts";

interface Props<T> {
  readonly title: string;
  readonly help?: string;
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ReactNode;
}

/** One section of the tab: its heading, and its content, skeleton or error. */
export function PrivacyPanel<T>({ title, help, loaded, children }: Props<T>) {
  const { value, failure, again } = loaded;
  return (
    <section className="settings-group" aria-label={title}>
      <h2 className="settings-group-title">{title}</h2>
      {help ? <p className="privacy-help">{help}</p> : null}
      {failure && value === null ? (
        <div className="panel">
          <ErrorState error={failure} onRetry={again} />
        </div>
      ) : value === null ? (
        <div className="panel settings-box" aria-busy="true">
          <Skeleton width="60%" height={16} />
          <Skeleton width="100%" height={10} />
        </div>
      ) : (
        children(value)
      )}
    </section>
  );
}
