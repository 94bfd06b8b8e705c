import { fileIn } from "#simulator/phones/attachment.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const SHOWN_IN_PAGE = /^(image|audio|video)\//;

/** The decrypted file of a message; types that a browser cannot show are downloaded. */
export async function answerFile(phone: Phone, chat: string, id: string): Promise<Response> {
  const message = phone.chats.find(chat, id);
  const file = message && fileIn(message.content);
  if (!message || !file) return new Response("not found", { status: 404 });
  const bytes = await phone.download(message).catch(() => null);
  if (!bytes) return new Response("gone", { status: 410 });
  const name = encodeURIComponent(file.fileName ?? id);
  const isReferenced = SHOWN_IN_PAGE.test(file.mimeType);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": isReferenced ? file.mimeType : "application/octet-stream",
      "content-disposition": `${isReferenced ? "inline" : "attachment"}; filename*=UTF-8''${name}`,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    },
  });
}
