import * as v from "valibot";
import {
  type ConnectionAnswer,
  ConnectionName,
  type OfficialNumber,
  type OfficialNumbers,
} from "#channels/connections/contract.ts";
import type { ConnectionCalls } from "#web/channels/connections/connections-api.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";

export interface NumberPickerValues extends Readonly<Record<string, unknown>> {
  readonly phoneNumberId: string;
  readonly name: string;
  readonly pin: string;
}
const Pin = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/));

interface Options {
  readonly found: OfficialNumbers;
  readonly importHistory: boolean;
  readonly calls: Pick<ConnectionCalls, "connectOfficial">;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The number's name at Meta, cut to the 50 characters of a connection's name. */
const nameOf = (number: OfficialNumber | undefined): string =>
  [...(number?.name ?? "")].slice(0, 50).join("");

/** Connects one of the numbers that the login granted; name and PIN only for a number that is not connected yet. */
export function createNumberPickerForm({ found, importHistory, calls, onSaved, onFailure }: Options) {
  const numberOf = (id: string) => found.numbers.find(({ phoneNumberId }) => phoneNumberId === id);
  const first = found.numbers.find(({ connectionId }) => connectionId === null) ?? found.numbers[0];
  const form = new FormModel<NumberPickerValues>({
    initial: { phoneNumberId: first?.phoneNumberId ?? "", name: nameOf(first), pin: "" },
    // The required fields depend on the number; the server applies the same rule.
    schema: v.pipe(
      v.custom<NumberPickerValues>(() => true),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const { phoneNumberId, name, pin } = dataset.value;
        const number = numberOf(phoneNumberId);
        const wrong = (key: "name" | "pin") =>
          addIssue({
            message: "invalid",
            path: [{ type: "object", origin: "value", input: { ...dataset.value }, key, value: "" }],
          });
        if (number?.connectionId === null && !v.is(ConnectionName, name)) wrong("name");
        if (number?.connectionId === null && number.needsPin && !v.is(Pin, pin)) wrong("pin");
      }),
    ),
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async ({ phoneNumberId, name, pin }) => {
      const number = numberOf(phoneNumberId);
      if (!number) return;
      const { businessAccountId, connectionId, needsPin } = number;
      const own = { name: name.trim(), ...(needsPin && { pin: pin.trim() }) };
      onSaved(
        await calls.connectOfficial({
          grant: found.grant,
          phoneNumberId,
          businessAccountId,
          importHistory,
          ...(connectionId === null && own),
        }),
      );
    },
  });
  return {
    form,
    numberOf,
    /** Selects a number and fills in its name. */
    choose(id: string) {
      form.set("phoneNumberId", id);
      form.set("name", nameOf(numberOf(id)));
    },
  };
}
