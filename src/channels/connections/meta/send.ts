import type { MediaKind, OutgoingContent, OutgoingMessage } from "#channels/connections/provider.ts";
import type { MetaAccountRow } from "#channels/connections/schema.ts";
import { type Graph, GraphError } from "./graph.ts";
import { textOf } from "./parts.ts";

/** A page or an Instagram account with its token; both send through the page. */
export interface PageAccount {
  readonly kind: "page" | "instagram";
  readonly pageId: string;
  readonly row: MetaAccountRow;
  readonly token: string;
}

const TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image",
  audio: "audio",
  video: "video",
  application: "file",
};

/**
 * Sends a message; returns the id the network created. A file is uploaded first, so a retried upload sends nothing
 * twice. Throws GraphError.
 */
export async function sendToPage(
  graph: Graph,
  account: PageAccount,
  { to, providerId, content, quoted, humanAgent }: OutgoingMessage,
): Promise<string> {
  const message = await messageOf(graph, account, content);
  const answer = await graph.call({
    method: "POST",
    path: `${account.pageId}/messages`,
    token: account.token,
    body: {
      recipient: { id: to },
      ...(humanAgent
        ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }
        : { messaging_type: "RESPONSE" }),
      // Returned with the echo of a page, so the message is found even when this response is lost.
      message: { ...message, ...(account.kind === "page" && { metadata: providerId }) },
      ...(quoted && { reply_to: { mid: quoted.providerId } }),
    },
  });
  const id = textOf(answer["message_id"]);
  // The message was accepted under an unknown id: only the echo contains it.
  if (id === "") throw new GraphError({ kind: "offline", detail: "no message id", unsent: false });
  return id;
}

async function messageOf(
  graph: Graph,
  account: PageAccount,
  content: OutgoingContent,
): Promise<Record<string, unknown>> {
  switch (content.type) {
    case "text":
    case "contact_request":
      return { text: content.text };
    case "media":
      return { attachment: await uploaded(graph, account, content) };
    case "location":
      return {
        text: [
          content.name,
          content.address,
          `https://maps.google.com/?q=${content.latitude},${content.longitude}`,
        ]
          .filter(Boolean)
          .join("\n"),
      };
    case "choices":
      return {
        text: content.text,
        quick_replies: content.options.map(({ id, title }) => ({ content_type: "text", title, payload: id })),
      };
    case "contacts":
      return { text: content.cards.map(({ name }) => name).join("\n") };
    case "template":
    case "edit":
    case "revoke":
    case "reaction":
      throw new GraphError({ kind: "refused", detail: "the channel cannot do this", code: null });
  }
}

async function uploaded(
  graph: Graph,
  account: PageAccount,
  { kind, path, mimeType, fileName }: Extract<OutgoingContent, { type: "media" }>,
): Promise<object> {
  const form = new FormData();
  form.set("platform", account.kind === "page" ? "messenger" : "instagram");
  form.set("message", JSON.stringify({ attachment: { type: TYPES[kind], payload: { is_reusable: true } } }));
  form.set("filedata", new File([await Bun.file(path).bytes()], fileName, { type: mimeType }));
  try {
    const answer = await graph.call({
      method: "POST",
      path: `${account.pageId}/message_attachments`,
      token: account.token,
      body: form,
    });
    const id = textOf(answer["attachment_id"]);
    if (id === "") throw new GraphError({ kind: "busy", detail: "no attachment id" });
    return account.kind === "page"
      ? { type: TYPES[kind], payload: { attachment_id: id } }
      : { type: "MEDIA_SHARE", payload: { id } };
  } catch (error) {
    // Whether or not the upload succeeded, the message itself was not sent.
    if (error instanceof GraphError && error.failure.kind === "offline")
      throw new GraphError({ ...error.failure, unsent: true });
    throw error;
  }
}
