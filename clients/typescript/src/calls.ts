// Made by scripts/api-client.ts from the OpenAPI description. Do not edit.
import { Caller } from "./caller.ts";

export type GetMessagesSendByMessageIdInput = {
  readonly path: { readonly messageId: string | number };
};
export type GetMessagesSendByMessageIdAnswer = {
  readonly id: number;
  readonly status: "queued" | "sending" | "sent" | "failed" | "cancelled";
  readonly ack: number;
  readonly error: string | null;
  readonly sentAt: string | null;
};

export type PostMessagesSendBody = {
  readonly number: string | number;
  readonly body?: string | undefined;
  readonly closeTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly openTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly quotedMsgId?: number | string | null | undefined;
};
export type PostMessagesSendForm = {
  readonly number: string | number;
  readonly body?: string | undefined;
  readonly closeTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly openTicket?: boolean | "true" | "false" | "1" | "0" | "" | undefined;
  readonly quotedMsgId?: number | string | null | undefined;
  readonly medias?: readonly Blob[] | undefined;
};
export type PostMessagesSendInput = {
  readonly headers?: { readonly "Idempotency-Key"?: string | undefined };
} & ({ readonly body: PostMessagesSendBody } | { readonly form: PostMessagesSendForm });
export type PostMessagesSendAnswer = {
  readonly mensagem: string;
  readonly messageId: number;
  readonly messageIds?: readonly number[] | undefined;
  readonly ticketId: number;
  readonly contactId: number;
  readonly status: "queued";
};

/** Every call of the API that a program may make with a token. */
export class Balcao extends Caller {
  /** What became of a message sent with this token. `GET /api/messages/send/{messageId}` */
  getMessagesSendByMessageId(
    input: GetMessagesSendByMessageIdInput,
  ): Promise<GetMessagesSendByMessageIdAnswer> {
    return this.call("GET", "/api/messages/send/{messageId}", input);
  }

  /** Send a message through a connection, with its token: text as JSON, files as a form. `POST /api/messages/send` */
  postMessagesSend(input: PostMessagesSendInput): Promise<PostMessagesSendAnswer> {
    return this.call("POST", "/api/messages/send", input);
  }
}
