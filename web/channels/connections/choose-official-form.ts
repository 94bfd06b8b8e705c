import * as v from "valibot";
import {
  type ConnectionAnswer,
  ConnectionName,
  type OfficialNumber,
  type OfficialNumbers,
} from "#channels/connections/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { ConnectionCalls } from "./connections-api.ts";

export interface ChooseValues extends Readonly<Record<string, unknown>> {
  readonly phoneNumberId: string;
  readonly name: string;
  readonly pin: string;
}
const Pin = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/));

interface Options {
  readonly found: OfficialNumbers;
  readonly calls: Pick<ConnectionCalls, "connectOfficial">;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The name a number has at the network, as a connection may be called. */
const nameOf = (number: OfficialNumber | undefined): string =>
  [...(number?.name ?? "")].slice(0, 50).join("");

/** One of the numbers a person allowed, with the name it gets here. */
export function createChooseForm({ found, calls, onSaved, onFailure }: Options) {
  const numberOf = (id: string) => found.numbers.find(({ phoneNumberId }) => phoneNumberId === id);
  const first = found.numbers.find(({ connectionId }) => connectionId === null) ?? found.numbers[0];
  const form = new FormModel<ChooseValues>({
    initial: { phoneNumberId: first?.phoneNumberId ?? "", name: nameOf(first), pin: "" },
    // What is asked for depends on the number; the server says the same.
    schema: v.pipe(
      v.custom<ChooseValues>(() => true),
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
          ...(connectionId === null && own),
        }),
      );
    },
  });
  return {
    form,
    numberOf,
    /** Another number brings its own name. */
    choose(id: string) {
      form.set("phoneNumberId", id);
      form.set("name", nameOf(numberOf(id)));
    },
  };
}
