import { type Graph, GraphError } from "#channels/connections/meta/graph.ts";
import type { Accepted } from "#channels/connections/meta/graph-driver.ts";
import { listOf, textOf } from "#channels/connections/meta/parts.ts";
import type { OutgoingContent, OutgoingMessage } from "#channels/connections/provider.ts";
import { payloadOf } from "./payload.ts";
import type { UploadedFile, UploadedFiles } from "./uploaded-files.ts";

/** The message waits until Meta has checked the template; its status webhook states the outcome. */
const HELD = "held_for_quality_assessment";

/** An official number with its token. */
export interface CloudAccount {
  readonly phoneNumberId: string;
  readonly token: string;
}

/**
 * Sends a message; returns the id the network created, and whether it holds the message. A file is uploaded first, so a retried upload sends nothing
 * twice; an upload of the last 24 hours is reused. Throws GraphError.
 */
export async function sendByCloud(
  graph: Graph,
  account: CloudAccount,
  message: OutgoingMessage,
  known: UploadedFiles,
): Promise<Accepted> {
  const file = fileOf(message.content);
  const uploaded = file && (known.get(account.phoneNumberId, file) ?? (await upload(graph, account, file)));
  const body = payloadOf(message, uploaded);
  if (!body) throw new GraphError({ kind: "refused", detail: "the channel cannot do this", code: null });
  if (file && uploaded) known.keep(account.phoneNumberId, file, uploaded);
  try {
    const answer = await graph.call({
      method: "POST",
      path: `${account.phoneNumberId}/messages`,
      token: account.token,
      body,
    });
    const [sent] = listOf(answer["messages"]);
    const id = textOf(sent?.["id"]);
    // The message was accepted under an unknown id: only the status webhook contains it.
    if (id === "") throw new GraphError({ kind: "offline", detail: "no message id", unsent: false });
    return { state: textOf(sent?.["message_status"]) === HELD ? "held" : "accepted", providerId: id };
  } catch (error) {
    // The refusal may concern the upload, so the next attempt uploads the file again.
    if (file && error instanceof GraphError && error.failure.kind === "refused")
      known.forget(account.phoneNumberId, file);
    throw error;
  }
}

interface FileToSend {
  readonly path: string;
  readonly mimeType: string;
  readonly fileName: string;
}

function fileOf(content: OutgoingContent): FileToSend | null {
  if (content.type === "media") return content;
  return content.type === "template" ? (content.heading ?? null) : null;
}

async function upload(
  graph: Graph,
  { phoneNumberId, token }: CloudAccount,
  { path, mimeType, fileName }: FileToSend,
): Promise<UploadedFile> {
  const type = mimeType.split(";")[0] ?? mimeType;
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", type);
  form.set("file", new File([await Bun.file(path).bytes()], fileName, { type }));
  try {
    const answer = await graph.call({ method: "POST", path: `${phoneNumberId}/media`, token, body: form });
    const id = textOf(answer["id"]);
    if (id === "") throw new GraphError({ kind: "busy", detail: "no media id" });
    return { id };
  } catch (error) {
    // Whether or not the upload succeeded, the message itself was not sent.
    if (error instanceof GraphError && error.failure.kind === "offline")
      throw new GraphError({ ...error.failure, unsent: true });
    throw error;
  }
}
