import {
  addMediaFile,
  audioTooShort,
  decideMedia,
  type ExaminedFile,
  examineFile,
  fileColumns,
  type IncomingFile,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaKind,
  MIN_RECORDING_BYTES,
  mediaTooLarge,
  mediaTypeRefused,
  type StoredFile,
  uploadStoreOf,
} from "#channels/media/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload, type Upload } from "#platform/http/body/upload.ts";
import { validate } from "#platform/http/validate.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { chatOfMember } from "./access.ts";
import { ChatFormFields, type ChatSendAnswer, ChatTextBody } from "./contract.ts";
import { presentChatMessages } from "./present.ts";
import { type ChatWriting, writeChatMessage } from "./write.ts";

/** `POST /chats/{id}/messages` with JSON. Throws the errors of `writeChatMessage`. */
export function sayText(ctx: UserCtx, chatId: number, body: ChatTextBody): ChatSendAnswer {
  const id = writeChatMessage(ctx, {
    chatId,
    text: body.message,
    quotedId: body.quotedMsg?.id ?? null,
    clientMessageId: body.clientMessageId,
  });
  return answer(ctx, [id]);
}

const LIMITS = { maxFiles: MAX_FILES, maxFileBytes: MAX_FILE_BYTES, maxFields: 20, maxFieldBytes: 20_000 };

/**
 * `POST /chats/{id}/messages` with `medias`: creates one message per file, in order, all of them or none; the text is
 * the caption of the first. Throws the errors of `writeChatMessage`, and 400 ERR_AUDIO_TOO_SHORT, 413
 * ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function sayFiles(ctx: UserCtx, chatId: number, request: Request): Promise<ChatSendAnswer> {
  const { tenant } = ctx;
  // Permission is checked before the upload is read.
  chatOfMember(ctx, chatId);
  const store = uploadStoreOf(tenant);
  const upload = await readUpload<IncomingFile>(request, LIMITS, store);
  const kept: string[] = [];
  try {
    const fields = fieldsOf(upload);
    if (upload.files.length === 0) return sayText(ctx, chatId, validate(ChatTextBody, fields));
    const accepted: Accepted[] = [];
    for (const { file, fileName } of upload.files)
      accepted.push(await accept(file, fileName, upload.fields.get("voice") === "true"));
    const files: NonNullable<ChatWriting["file"]>[] = [];
    const used = new Set<string>();
    for (const one of accepted) {
      const stored = await store.adopt(one.incoming, one.examined.extension, tenant.clock.now());
      kept.push(stored.name);
      files.push(fileOf(stored, one, () => used.add(stored.name)));
    }
    const ids = tenant.write(() =>
      files.map((file, index) =>
        writeChatMessage(ctx, {
          chatId,
          text: index === 0 ? fields.message : "",
          quotedId: index === 0 ? (fields.quotedMsg?.id ?? null) : null,
          clientMessageId: clientIdOf(fields.clientMessageId, index),
          file,
        }),
      ),
    );
    // A repeated request uploaded the same files again: the stored files are kept, the new copies are deleted.
    await Promise.all(kept.filter((name) => !used.has(name)).map((name) => store.remove(name)));
    return answer(ctx, ids);
  } catch (error) {
    await Promise.all([
      ...upload.files.map(({ file }) => store.discard(file)),
      ...kept.map((name) => store.remove(name)),
    ]);
    throw error;
  }
}

interface Accepted {
  readonly incoming: IncomingFile;
  readonly examined: ExaminedFile;
  readonly kind: MediaKind;
  readonly voice: boolean;
}

/** Detects the kind of a file from its content, with the same limits as for customers. */
async function accept(incoming: IncomingFile, fileName: string, marked: boolean): Promise<Accepted> {
  if (incoming.size === 0) throw invalidFields({ medias: "required" });
  const examined = await examineFile(incoming.path, fileName);
  const voice = marked && examined.kind === "audio";
  if (voice && incoming.size < MIN_RECORDING_BYTES) throw audioTooShort();
  const decision = decideMedia("whatsapp", examined, incoming.size);
  if ("refused" in decision)
    throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
  return { incoming, examined, kind: decision.as, voice: voice && decision.as === "audio" };
}

function fileOf(
  stored: StoredFile,
  { examined, kind, voice }: Accepted,
  onUsed: () => void,
): NonNullable<ChatWriting["file"]> {
  return {
    sha256: stored.sha256,
    kind,
    voice,
    name: examined.fileName,
    attach(unit) {
      onUsed();
      return addMediaFile(unit, fileColumns(stored, examined));
    },
  };
}

/** `body` is the text (docs/rules/team.md#team-chat); `chatInterno` repeats the chat id of the path. */
function fieldsOf({ fields }: Upload<unknown>) {
  const quoted = fields.get("quotedMsgId");
  return validate(ChatFormFields, {
    message: fields.get("body") ?? "",
    clientMessageId: fields.get("clientMessageId") || undefined,
    quotedMsg: quoted ? { id: Number(quoted) } : null,
  });
}

/** The second and later files of a request get a client id derived from the request's client id. */
const clientIdOf = (id: string | undefined, index: number): string | undefined =>
  id === undefined || index === 0 ? id : `${id}#${index}`;

function answer({ tenant }: UserCtx, ids: readonly number[]): ChatSendAnswer {
  const messages = presentChatMessages(tenant, ids);
  const [first] = messages;
  if (!first) throw new Error("the message that was just written is missing");
  return messages.length === 1 ? first : { ...first, messages };
}
