import Plus from "lucide-react/icons/plus";
import type { ReactElement, ReactNode } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import "./definitions.css";

interface Props {
  readonly t: (key: "list.add" | "list.emptyTitle" | "list.emptyText" | "list.intro") => string;
  readonly picture: ReactElement;
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
export function Definitions({ t, picture, isEmpty, onAdd, intro, samples, children }: Props) {
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={onAdd}>
      {t("list.add")}
    </Button>
  );
  if (isEmpty)
    return (
      <div className="panel">
        <EmptyState picture={picture} title={t("list.emptyTitle")} text={t("list.emptyText")} action={add} />
        {samples}
      </div>
    );
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
