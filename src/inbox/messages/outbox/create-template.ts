import { copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import type { FilledTemplate } from "#channels/templates/index.ts";
import type { NewMessage } from "#inbox/messages/insert.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createOutgoing, type OutgoingDraft } from "./create-outgoing.ts";

interface Around extends Pick<OutgoingDraft, "ticketId" | "source" | "sourceKey" | "planned" | "notBefore"> {
  readonly fields: Partial<NewMessage> & Pick<NewMessage, "origin">;
  /** True = the file row was created for this message alone; false = the message gets its own file row. */
  readonly ownsFile?: boolean;
}

/** Queues a message template. The message stores the text as the customer reads it, and the file of the heading. */
export function createTemplateMessage(
  unit: TenantUnit,
  { name, language, components, text, heading }: FilledTemplate,
  { fields, ownsFile = false, ...around }: Around,
): ReturnType<typeof createOutgoing> {
  const file = heading === null ? undefined : mediaFileById(unit.db, heading.fileId);
  const mediaId = file && (ownsFile ? file.id : copyMediaFile(unit, file));
  return createOutgoing(unit, {
    ...around,
    fields: {
      ...fields,
      body: text,
      ...(heading && mediaId !== undefined && { mediaType: heading.kind, mediaId }),
    },
    payload: {
      content: {
        type: "template",
        name,
        language,
        components,
        ...(heading && mediaId !== undefined && { heading: { fileId: mediaId, kind: heading.kind } }),
      },
    },
    fileName: file?.name ?? null,
  });
}
