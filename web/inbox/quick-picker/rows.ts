import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { fitting } from "./choices.ts";

/** A row of the list: a quick reply, or a macro of the ticket. */
export type Row =
  | { readonly kind: "reply"; readonly id: string; readonly choice: QuickReplyChoice }
  | { readonly kind: "macro"; readonly id: string; readonly macro: MacroAnswer };

/** The quick replies that match the typed text, then the macros whose name does. */
export const rowsFor = (
  replies: readonly QuickReplyChoice[],
  macros: readonly MacroAnswer[],
  typed: string,
): readonly Row[] => [
  ...fitting(replies, typed).map((choice) => ({ kind: "reply", id: String(choice.id), choice }) as const),
  ...macros
    .filter(({ name }) => foldCase(name).includes(foldCase(typed.trim())))
    .map((macro) => ({ kind: "macro", id: `macro-${macro.id}`, macro }) as const),
];

/** The content of the preview beside the list: the text of a reply, or a description of a macro. */
export function previewOf(row: Row): { readonly text: string; readonly file: string | null } {
  if (row.kind === "reply")
    return { text: row.choice.preview ?? row.choice.message, file: row.choice.mediaName };
  const { description, actions } = row.macro;
  const reply = actions.find((action) => action.action === "reply");
  return { text: description || reply?.text || row.macro.name, file: null };
}
