import * as v from "valibot";
import {
  type ConnectionAnswer,
  ConnectionName,
  CreateConnectionBody,
} from "#channels/connections/contract.ts";
import type { ConnectionCalls } from "#web/channels/connections/connections-api.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";

export interface OfficialValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  readonly accessToken: string;
}

const Id = v.pipe(v.string(), v.trim(), v.minLength(1), v.regex(/^\d{1,30}$/));
const Token = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000));
const NewNumber = v.object({
  ...CreateConnectionBody.entries,
  name: ConnectionName,
  phoneNumberId: Id,
  businessAccountId: Id,
  accessToken: Token,
});
const NewToken = v.object({ accessToken: Token });

export interface OfficialFormOptions {
  /** Null adds a number; an id replaces the token of that connection. */
  readonly connectionId: number | null;
  readonly calls: Pick<ConnectionCalls, "create" | "update">;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createOfficialForm({ connectionId, calls, onSaved, onFailure }: OfficialFormOptions) {
  return new FormModel<OfficialValues>({
    initial: { name: "", phoneNumberId: "", businessAccountId: "", accessToken: "" },
    schema: connectionId === null ? NewNumber : NewToken,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async (values) =>
      onSaved(
        await (connectionId === null
          ? calls.create({ ...values, provider: "cloud" })
          : calls.update(connectionId, { accessToken: values.accessToken })),
      ),
  });
}
