import { notSupported } from "#channels/connections/index.ts";

/** Where templates of a number live. */
export interface CloudPlace {
  readonly connectionId: number;
  readonly businessId: string;
  readonly token: string;
}

/** Only the official WhatsApp has templates. */
export const noTemplates = notSupported;
