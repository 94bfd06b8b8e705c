import * as v from "valibot";
import { ConnectFacebookBody, type ConnectionAnswer } from "#channels/connections/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { ConnectionCalls } from "./connections-api.ts";

export interface FacebookValues extends Readonly<Record<string, unknown>> {
  readonly facebookUserId: string;
  readonly facebookUserToken: string;
  readonly addInstagram: boolean;
}

export interface FacebookFormOptions {
  readonly addInstagram: boolean;
  readonly calls: Pick<ConnectionCalls, "connectFacebook">;
  readonly onSaved: (saved: readonly ConnectionAnswer[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Pasted id and token of a Facebook user: the alternative to Facebook's login. */
export function createFacebookForm({ addInstagram, calls, onSaved, onFailure }: FacebookFormOptions) {
  return new FormModel<FacebookValues>({
    initial: { facebookUserId: "", facebookUserToken: "", addInstagram },
    schema: v.pipe(
      v.custom<FacebookValues>(() => true),
      v.transform((values): v.InferInput<typeof ConnectFacebookBody> => values),
      ConnectFacebookBody,
    ),
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async (values) => onSaved(await calls.connectFacebook(values)),
  });
}
