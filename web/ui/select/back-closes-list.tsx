import { type Context, useContext } from "react";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";

interface ListState {
  readonly isOpen: boolean;
  close(): void;
}
interface Props<State extends ListState> {
  /** Context of the select or combo box with its state. */
  readonly context: Context<State | null>;
}

/**
 * In the list of a select or combo box: Back on phones closes only the list. Closed lists are rendered, too, but
 * hidden.
 */
export function BackClosesList<State extends ListState>({ context }: Props<State>) {
  const list = useContext(context);
  useBackCloses(() => list?.close(), list?.isOpen ?? false);
  return null;
}
