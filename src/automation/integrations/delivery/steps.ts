/** A validated command of an integration; ids are checked when it is carried out. */
export type Step =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "media"; readonly url: string; readonly caption: string; readonly voice: boolean }
  | { readonly do: "file"; readonly name: string; readonly base64: string; readonly caption: string }
  | { readonly do: "wait"; readonly ms: number; readonly typing: boolean }
  | { readonly do: "transferQueue"; readonly queueId: number }
  | { readonly do: "transferUser"; readonly userId: number; readonly queueId?: number | undefined }
  | { readonly do: "close"; readonly silent: boolean }
  | { readonly do: "endSession"; readonly failed: boolean }
  | { readonly do: "forget" }
  | { readonly do: "note"; readonly text: string }
  | { readonly do: "addTag"; readonly tagId: number }
  | { readonly do: "removeTag"; readonly tagId: number }
  | {
      readonly do: "setContact";
      readonly name?: string | undefined;
      readonly email?: string | undefined;
      readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
    };

/** Whether a step needs no wait, so that it runs in the transaction. */
export const isPrompt = (step: Step): boolean => !["media", "file", "wait"].includes(step.do);

/** Whether a step requires that the integration has the conversation; notes, tags and contact data do not. */
export const needsTicket = (step: Step): boolean =>
  !["note", "addTag", "removeTag", "setContact"].includes(step.do);
