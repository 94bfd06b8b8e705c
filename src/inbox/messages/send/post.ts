import { type MessageAnswer, SendMessageBody } from "#inbox/messages/contract.ts";
import { presentStored } from "#inbox/messages/present.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { sendableTicket } from "#inbox/tickets/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { validate } from "#platform/http/validate.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { forwardedFile } from "./forward.ts";

import { driverOf } from "./uploaded.ts";
import { withFiles } from "./with-files.ts";
import { writeMessage } from "./write.ts";
import { type TemplateWriting, writeTemplate } from "./write-template.ts";

export interface SendAnswer {
  readonly message: MessageAnswer;
  /** Set only when several files are sent. */
  readonly messages?: MessageAnswer[];
}

/**
 * `POST /messages/{ticketId}` with JSON: sends a text, a template, or a stored file again. Throws the errors of
 * `writeMessage`, `writeTemplate` and `forwardedFile`.
 */
export async function sendText(ctx: UserCtx, ticketId: number, body: SendMessageBody): Promise<SendAnswer> {
  if (body.templateName)
    return batchedWrite(ctx.tenant, () => answer(ctx, [writeTemplate(ctx, templateOf(ticketId, body))]));
  const writing = {
    ticketId,
    body: body.body,
    quotedId: body.quotedMsg?.id ?? null,
    clientMessageId: body.clientMessageId,
    linkPreview: body.linkPreview,
    ...(body.mediaUrl && { file: forwardedFile(ctx, body.mediaUrl, ticketId) }),
  };
  return batchedWrite(ctx.tenant, () => answer(ctx, [writeMessage(ctx, writing)]));
}

const templateOf = (ticketId: number, body: SendMessageBody): TemplateWriting => ({
  ticketId,
  name: body.templateName ?? "",
  language: body.templateLanguage || null,
  values: body.parameters,
  clientMessageId: body.clientMessageId,
});

/**
 * `POST /messages/{ticketId}` with files: creates one message per file, in order, all of them or none; the text is the
 * caption of the first. With `templateName`, the single file is the heading of the template. Throws the errors of
 * `writeMessage`, and 400 ERR_AUDIO_TOO_SHORT, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function sendFiles(ctx: UserCtx, ticketId: number, request: Request): Promise<SendAnswer> {
  const { tenant } = ctx;
  // Permission is checked before the upload is read.
  const driver = driverOf(tenant, sendableTicket(ctx, ticketId));
  const isVoice = (form: Form) => form.get("voice") === "true";
  return withFiles(tenant, driver, request, isVoice, (form, files) => {
    const fields = fieldsOf(form);
    if (files.length === 0) return sendText(ctx, ticketId, fields);
    if (fields.templateName) {
      if (files.length > 1) throw invalidFields({ medias: "too_long" });
      const [file] = files;
      const template = { ...templateOf(ticketId, fields), ...(file && { file }) };
      return answer(ctx, [tenant.write(() => writeTemplate(ctx, template))]);
    }
    const messages = tenant.write(() =>
      files.map((file, index) =>
        writeMessage(ctx, {
          ticketId,
          body: index === 0 ? fields.body : "",
          quotedId: index === 0 ? (fields.quotedMsg?.id ?? null) : null,
          clientMessageId: clientIdOf(fields.clientMessageId, index),
          file,
        }),
      ),
    );
    return answer(ctx, messages);
  });
}

function answer({ tenant, actor }: UserCtx, messages: readonly Message[]): SendAnswer {
  const presented = presentStored(tenant, messages, actor.profile === "admin" ? "kept" : "blank");
  const [first] = presented;
  if (!first) throw new Error("the message that was just written is missing");
  return presented.length === 1 ? { message: first } : { message: first, messages: presented };
}

/** The second and later files of a call get a client id derived from the call's client id. */
const clientIdOf = (id: string | undefined, index: number): string | undefined =>
  id === undefined || index === 0 ? id : `${id}#${index}`;

type Form = ReadonlyMap<string, string>;

function fieldsOf(form: Form): SendMessageBody {
  const quoted = form.get("quotedMsg") || form.get("quotedMsgId");
  return validate(SendMessageBody, {
    body: form.get("body") ?? "",
    clientMessageId: form.get("clientMessageId") || undefined,
    quotedMsg: quoted ? quotedOf(quoted) : null,
    templateName: form.get("templateName") || null,
    templateLanguage: form.get("templateLanguage") || null,
    ...(form.get("parameters") && { parameters: jsonOf(form.get("parameters") ?? "", "parameters") }),
  });
}

/** A form contains the quoted message as its id, or as the JSON that the JSON variant of this call uses. */
function quotedOf(text: string): unknown {
  return /^\d+$/.test(text) ? { id: Number(text) } : jsonOf(text, "quotedMsg");
}

function jsonOf(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields({ [field]: "invalid" });
  }
}
