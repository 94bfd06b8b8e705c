const BY_TYPE: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/** A harmless file extension for a received file; the customer's own name never becomes a path. */
export function extensionOf(file: { readonly mimeType: string; readonly fileName: string | null }): string {
  const byType = BY_TYPE[file.mimeType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (byType) return byType;
  const written = /\.([a-z0-9]{1,8})$/i.exec(file.fileName ?? "")?.[1];
  return written?.toLowerCase() ?? "bin";
}
