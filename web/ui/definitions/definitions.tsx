import type { ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import type { ReactElement, ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import "./definitions.css";

interface LoadedList {
  readonly state: ReadonlySignal<"loading" | "ready" | "failed">;
  need(): Promise<void>;
}

/**
 * Shown instead of an empty list: nothing while the list loads, an error with a retry when it failed, otherwise the empty
 * state.
 */
export function EmptyList({ list, children }: { readonly list: LoadedList; readonly children: ReactNode }) {
  useSignals();
  if (list.state.value === "loading") return null;
  return (
    <div className="panel">
      {list.state.value === "failed" ? <ErrorState onRetry={() => void list.need()} /> : children}
    </div>
  );
}

interface Props {
  readonly t: (key: "list.add" | "list.emptyTitle" | "list.emptyText" | "list.intro") => string;
  readonly picture: ReactElement;
  /** The list that is shown; the empty state appears only after it was loaded. Absent: the list is loaded already. */
  readonly list?: LoadedList;
  readonly isEmpty: boolean;
  readonly onAdd: () => void;
  /** Replaces the introduction above the list. */
  readonly intro?: ReactNode;
  /** Below the empty state, such as samples. */
  readonly samples?: ReactNode;
  /** The list. */
  readonly children: ReactNode;
}

/** A tab with a list of definitions, an introduction and a button that adds one; an empty state without any. */
export function Definitions({ t, picture, list, isEmpty, onAdd, intro, samples, children }: Props) {
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={onAdd}>
      {t("list.add")}
    </Button>
  );
  if (isEmpty) {
    const empty = (
      <>
        <EmptyState picture={picture} title={t("list.emptyTitle")} text={t("list.emptyText")} action={add} />
        {samples}
      </>
    );
    return list ? <EmptyList list={list}>{empty}</EmptyList> : <div className="panel">{empty}</div>;
  }
  return (
    <>
      <div className="definitions-head">
        <p>{intro ?? t("list.intro")}</p>
        {add}
      </div>
      {children}
    </>
  );
}
