import * as v from "valibot";
import { type MacroAnswer, MacroBody } from "#automation/macros/contract.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { type ActionDraft, problemOfList } from "#web/automation/ticket-actions/draft.ts";
import type { macroCalls } from "#web/inbox/tickets/macros/macros-api.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { Sample } from "./samples.ts";

interface MacroValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly description: string;
  readonly digit: number | null;
  readonly shared: boolean;
  readonly queueIds: readonly number[];
  readonly active: boolean;
  readonly actions: readonly ActionDraft[];
}
export type MacroForm = FormModel<MacroValues>;

const Schema = v.object({
  ...MacroBody.entries,
  actions: v.custom<readonly ActionDraft[]>(
    (value) => problemOfList(value as readonly ActionDraft[]) === null,
  ),
});

export interface MacroFormOptions {
  /** Null adds a macro. */
  readonly macro: MacroAnswer | null;
  readonly sample: Sample | null;
  readonly calls: Pick<typeof macroCalls, "create" | "update">;
  readonly onSaved: (saved: MacroAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The form of a macro; who owns it never changes. */
export const macroForm = ({ macro, sample, calls, onSaved, onFailure }: MacroFormOptions): MacroForm =>
  new FormModel<MacroValues>({
    initial: {
      name: macro?.name ?? sample?.name ?? "",
      description: macro?.description ?? sample?.description ?? "",
      digit: macro?.digit ?? null,
      shared: macro?.shared ?? false,
      queueIds: macro?.queueIds ?? [],
      active: macro?.active ?? true,
      actions: macro?.actions ?? sample?.actions ?? [{ action: "reply", text: "" }],
    },
    schema: Schema,
    fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
    onFailure,
    submit: async ({ shared, queueIds, actions, ...values }) => {
      // The schema has checked that no key is missing.
      const body = { ...values, queueIds: [...queueIds], actions: [...actions] as unknown as TicketAction[] };
      onSaved(await (macro ? calls.update(macro.id, body) : calls.create({ ...body, shared })));
    },
  });
