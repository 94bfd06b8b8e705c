import { type Context, useContext } from "react";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";

interface ListState {
  readonly isOpen: boolean;
  close(): void;
}
interface Props<State extends ListState> {
  /** Where the select or combo box around it keeps its state. */
  readonly context: Context<State | null>;
}

/** In the list of a select or a combo box: Back on phones closes the list alone. Closed lists are drawn too, out of sight. */
export function BackClosesList<State extends ListState>({ context }: Props<State>) {
  const list = useContext(context);
  useBackCloses(() => list?.close(), list?.isOpen ?? false);
  return null;
}
