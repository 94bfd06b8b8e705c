import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";

/** The macros that the user sees, by name. */
export const macroList = new DefinitionList<MacroAnswer>({
  path: "/macros",
  name: "macros",
  channel: "macro",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

/** The macros that are offered in a ticket: those with a key first. Reads signals. */
export function macrosFor({ queueId }: Pick<TicketAnswer, "queueId">): readonly MacroAnswer[] {
  const offered = macroList.all.value.filter(
    ({ active, queueIds }) =>
      active && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))),
  );
  return offered.toSorted((a, b) => (a.digit ?? 10) - (b.digit ?? 10));
}

/** The macro of a key: an own one before a shared one. */
export const macroOfDigit = (macros: readonly MacroAnswer[], digit: number): MacroAnswer | undefined =>
  macros
    .filter((macro) => macro.digit === digit)
    .toSorted((a, b) => Number(a.shared) - Number(b.shared))
    .at(0);

/** The macros whose name or description has the typed text. */
export function matchingMacros(macros: readonly MacroAnswer[], typed: string): readonly MacroAnswer[] {
  const wanted = foldCase(typed.trim());
  const has = (text: string) => foldCase(text).includes(wanted);
  return wanted === "" ? macros : macros.filter(({ name, description }) => has(name) || has(description));
}
