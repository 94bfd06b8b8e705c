import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { macroList } from "./macro-list.ts";
import { MacroPicker } from "./macro-picker.tsx";
import { MacroPreviewDialog } from "./macro-preview.tsx";
import { macroStart, startMacro } from "./start.ts";

export const loadMacros = (): Promise<void> => macroList.need();

interface Props {
  readonly ticket: TicketAnswer;
  /** Null lets the user choose. */
  readonly macroId: number | null;
}

/** Chooses a macro for a ticket, then previews it (docs/rules/macros.md#preview). */
export function MacroDialogs({ ticket, macroId }: Props) {
  useSignals();
  useEffect(() => void macroList.need(), []);
  const close = () => {
    macroStart.value = null;
  };
  const macro = macroId === null ? undefined : macroList.get(macroId);
  if (macroId === null)
    return <MacroPicker ticket={ticket} onChoose={({ id }) => startMacro(ticket, id)} onClose={close} />;
  return macro ? <MacroPreviewDialog key={macro.id} ticket={ticket} macro={macro} onClose={close} /> : null;
}
