import type { Choice, OutgoingContent, OutgoingMessage } from "#channels/connections/provider.ts";
import type { UploadedFile } from "./uploaded-files.ts";
import { vcardPhones } from "./vcard.ts";

type Body = Readonly<Record<string, unknown>>;

/** Label of the button that opens a list. */
const LIST_BUTTON = "Ver opções";

const PHONE_ADDRESS = /^(\d+)@s\.whatsapp\.net$/;

/**
 * The recipient: a phone number, or the business-scoped id of a person without one
 * (docs/rules/contacts.md#identities). Null for addresses of other drivers.
 */
function recipientOf(address: string): Body | null {
  const digits = PHONE_ADDRESS.exec(address)?.[1] ?? (/^\d+$/.test(address) ? address : null);
  if (digits !== null) return { to: digits };
  return address.includes("@") ? null : { recipient: address };
}

/** Address of a phone number. All WhatsApp drivers use this form, so that each of them reaches the same contact. */
export const phoneAddress = (digits: string): string => `${digits}@s.whatsapp.net`;

/**
 * The body of a `messages` call; null when the content, or an address of another driver, cannot be sent. `uploaded`:
 * the uploaded file of a media message or of a template's heading. The temporary id is sent as callback data and
 * returned with every status, so the message is found even when the response is lost.
 */
export function payloadOf(
  { to, providerId, content, quoted }: OutgoingMessage,
  uploaded: UploadedFile | null,
): Body | null {
  const recipient = recipientOf(to);
  const message = messageOf(content, uploaded);
  if (!recipient || !message) return null;
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipient,
    ...message,
    ...(quoted && content.type !== "reaction" && { context: { message_id: quoted.providerId } }),
    biz_opaque_callback_data: providerId,
  };
}

function messageOf(content: OutgoingContent, uploaded: UploadedFile | null): Body | null {
  switch (content.type) {
    case "text":
      return { type: "text", text: { body: content.text, preview_url: true } };
    case "media":
      return uploaded && mediaOf(content, uploaded);
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { type: "location", location: { latitude, longitude, name, address } };
    }
    case "contacts":
      return {
        type: "contacts",
        contacts: content.cards.map(({ name, vcard }) => ({
          name: { formatted_name: name, first_name: name.split(" ")[0] || name },
          phones: vcardPhones(vcard).map((phone) => ({ phone, type: "CELL" })),
        })),
      };
    case "template":
      return {
        type: "template",
        template: {
          name: content.name,
          language: { code: content.language },
          ...componentsOf(content, uploaded),
        },
      };
    case "choices":
      return { type: "interactive", interactive: interactiveOf(content) };
    case "contact_request":
      return {
        type: "interactive",
        interactive: {
          type: "request_contact_info",
          body: { text: content.text },
          action: { name: "request_contact_info" },
        },
      };
    case "reaction":
      return { type: "reaction", reaction: { message_id: content.targetId, emoji: content.emoji } };
    case "edit":
    case "revoke":
      return null;
  }
}

function componentsOf(
  { components, heading }: Extract<OutgoingContent, { type: "template" }>,
  uploaded: UploadedFile | null,
): Body {
  if (!heading || !uploaded) return components.length > 0 ? { components } : {};
  const type = heading.kind === "application" ? "document" : heading.kind;
  const file = { id: uploaded.id, ...(type === "document" && { filename: heading.fileName }) };
  return { components: [{ type: "header", parameters: [{ type, [type]: file }] }, ...components] };
}

function mediaOf(
  { kind, caption, fileName, voice }: Extract<OutgoingContent, { type: "media" }>,
  { id }: UploadedFile,
): Body {
  const text = caption === "" ? {} : { caption };
  switch (kind) {
    case "image":
      return { type: "image", image: { id, ...text } };
    case "video":
      return { type: "video", video: { id, ...text } };
    case "audio":
      return { type: "audio", audio: { id, ...(voice && { voice: true }) } };
    case "application":
      return { type: "document", document: { id, filename: fileName, ...text } };
  }
}

function interactiveOf({ text, options, style }: Extract<OutgoingContent, { type: "choices" }>): Body {
  const body = { text };
  if (style === "button")
    return {
      type: "button",
      body,
      action: { buttons: options.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) },
    };
  return {
    type: "list",
    body,
    action: { button: LIST_BUTTON, sections: [{ rows: options.map(rowOf) }] },
  };
}

const rowOf = ({ id, title, description }: Choice): Body => ({
  id,
  title,
  ...(description && { description }),
});
