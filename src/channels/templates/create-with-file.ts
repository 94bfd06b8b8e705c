import { installationSetting } from "#accounts/settings/index.ts";
import { createGraph, requireConnection, textOf, withProviderErrors } from "#channels/connections/index.ts";
import {
  addMediaFile,
  decideMedia,
  examineFile,
  type IncomingFile,
  MAX_FILE_BYTES,
  mediaTooLarge,
  mediaTypeRefused,
  uploadStoreOf,
} from "#channels/media/index.ts";
import { invalidFields } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import { validate } from "#platform/http/validate.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { CreateTemplateBody, type TemplateAnswer, type TemplateMedia } from "./contract.ts";
import { checkBody, submitTemplate } from "./create.ts";
import { type TemplateAccount, templateAccountOf } from "./sync.ts";

const LIMITS = { maxFiles: 1, maxFileBytes: MAX_FILE_BYTES, maxFields: 5, maxFieldBytes: 20_000 };

/**
 * Like `createTemplate`, with an image, video or PDF as header: multipart with `template` (the JSON of the other
 * call) and `file`, the sample for Meta's review. The sample is stored and used in messages without a file of their
 * own. For admins. Throws as `createTemplate`, 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE.
 */
export async function createTemplateWithFile(
  { tenant }: UserCtx,
  connectionId: number,
  request: Request,
): Promise<TemplateAnswer> {
  requireConnection(tenant.db, connectionId);
  const account = templateAccountOf(tenant, connectionId);
  const store = uploadStoreOf(tenant);
  const { fields, files } = await readUpload<IncomingFile>(request, LIMITS, store);
  let stored: string | undefined;
  try {
    const body = validate(CreateTemplateBody, parsed(fields.get("template") ?? ""));
    checkBody(body);
    const [received] = files;
    if (!received || received.file.size === 0) throw invalidFields({ file: "required" });
    const { size } = received.file;
    const examined = await examineFile(received.file.path, received.fileName);
    const { mimeType, fileName, picture } = examined;
    const media = mediaFor(examined, size);
    const handle = await uploadSample(tenant, account, {
      path: received.file.path,
      size,
      mimeType,
      fileName,
    });
    const adopted = await store.adopt(received.file, examined.extension, tenant.clock.now());
    stored = adopted.name;
    return await submitTemplate(
      tenant,
      account,
      { ...body, header: "" },
      {
        media,
        handle,
        addFile: (unit) =>
          addMediaFile(unit, {
            path: adopted.name,
            name: fileName,
            mimeType,
            size,
            sha256: adopted.sha256,
            width: picture?.width ?? null,
            height: picture?.height ?? null,
          }),
      },
    );
  } catch (error) {
    for (const { file } of files) await store.discard(file);
    if (stored !== undefined) await store.remove(stored);
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFields({ template: "invalid" });
  }
}

/** The media type of a sample. Throws 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE. */
function mediaFor(examined: Awaited<ReturnType<typeof examineFile>>, size: number): TemplateMedia {
  const decision = decideMedia("cloud", examined, size);
  if ("refused" in decision)
    throw decision.refused === "ERR_MEDIA_TOO_LARGE" ? mediaTooLarge() : mediaTypeRefused();
  if (decision.as === "image" || decision.as === "video") return decision.as;
  // The type is checked because an image or video that is too large would become a document.
  if (examined.kind === "image" || examined.kind === "video") throw mediaTooLarge();
  if (examined.mimeType !== "application/pdf") throw mediaTypeRefused();
  return "document";
}

interface SampleFile {
  readonly path: string;
  readonly size: number;
  readonly mimeType: string;
  readonly fileName: string;
}

/** Uploads a file in one piece (resumable upload API); returns Meta's handle for it. */
async function uploadSample(
  { installation }: Tenant,
  { token }: TemplateAccount,
  { path, size, mimeType, fileName }: SampleFile,
): Promise<string> {
  const graph = createGraph(installation);
  const app = installationSetting(installation, "metaAppId") || "app";
  const bytes = await Bun.file(path).bytes();
  return withProviderErrors(async () => {
    const begun = await graph.call({
      method: "POST",
      path: `${app}/uploads`,
      token,
      query: { file_name: fileName, file_length: String(size), file_type: mimeType },
    });
    const sent = await graph.call({
      method: "POST",
      path: textOf(begun["id"]),
      token,
      // This endpoint uses another authorization scheme.
      headers: { authorization: `OAuth ${token}`, file_offset: "0" },
      body: new Blob([bytes]),
    });
    return textOf(sent["h"]);
  });
}
