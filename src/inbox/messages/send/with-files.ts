import {
  type IncomingFile,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaDriver,
  uploadStoreOf,
} from "#channels/media/index.ts";
import { readUpload, type Upload } from "#platform/http/body/upload.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Accepted, acceptFile, keepFile } from "./uploaded.ts";
import type { Writing } from "./write.ts";

export type FileOfMessage = NonNullable<Writing["file"]>;

const LIMITS = { maxFiles: MAX_FILES, maxFileBytes: MAX_FILE_BYTES, maxFields: 20, maxFieldBytes: 20_000 };

/**
 * Reads a form with files and passes both to `work`, which creates messages and attaches the files it uses. Afterwards files that
 * `work` did not use are deleted (a repeated call uploads the same files again); when `work` throws, all files are deleted.
 * `marksVoice`: whether the form declares its audio a voice note. Throws 400 ERR_AUDIO_TOO_SHORT, 413 ERR_MEDIA_TOO_LARGE, 415
 * ERR_MEDIA_TYPE, 400 ERR_VALIDATION, and the errors of `work`.
 */
export async function withFiles<T>(
  tenant: Tenant,
  driver: MediaDriver,
  request: Request,
  marksVoice: (fields: Upload<unknown>["fields"]) => boolean,
  work: (fields: Upload<unknown>["fields"], files: readonly FileOfMessage[]) => Promise<T> | T,
): Promise<T> {
  const store = uploadStoreOf(tenant);
  const upload = await readUpload<IncomingFile>(request, LIMITS, store);
  const kept: string[] = [];
  try {
    const accepted: Accepted[] = [];
    for (const { file, fileName } of upload.files)
      accepted.push(await acceptFile(driver, file, fileName, marksVoice(upload.fields)));
    const used = new Set<string>();
    const files: FileOfMessage[] = [];
    for (const one of accepted) {
      const { stored, file } = await keepFile(tenant, store, one);
      kept.push(stored.name);
      files.push({
        sha256: file.sha256,
        attach(unit) {
          used.add(stored.name);
          return file.attach(unit);
        },
      });
    }
    const answer = await work(upload.fields, files);
    await Promise.all(kept.filter((name) => !used.has(name)).map((name) => store.remove(name)));
    return answer;
  } catch (error) {
    await Promise.all([
      ...upload.files.map(({ file }) => store.discard(file)),
      ...kept.map((name) => store.remove(name)),
    ]);
    throw error;
  }
}
