/** Public functions of the media files. */

export {
  attachmentKind,
  copyMediaFile,
  fileColumns,
  presentAttachment,
  receiveAttachment,
} from "./attachment.ts";
export { audioTooShort, isMediaUnavailable, mediaTooLarge, mediaTypeRefused, storageFull } from "./errors.ts";
export { type ExaminedFile, examineFile } from "./inspect/examine.ts";
export {
  decideMedia,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaDriver,
  MIN_RECORDING_BYTES,
} from "./inspect/limits.ts";
export { makePng, makeThumbnail, readPicture } from "./inspect/pictures.ts";
export { type MediaKind, sniffFile } from "./inspect/sniff.ts";
export { bringMedia, hasMedia } from "./remote/bring.ts";
export { mediaBytes } from "./remote/evict.ts";
export { keepMedia } from "./remote/keep.ts";
export { storeAllMedia, storePlacedMedia } from "./remote/store-all.ts";
export type { MediaFile } from "./schema.ts";
export { type MayReadFile, MediaReadersPort, mayReadMedia } from "./serving/readers.ts";
export { serveFile } from "./serving/serve.ts";
export { mediaUrl, verifyMediaUrl } from "./serving/signed-urls.ts";
export {
  addMediaFile,
  deleteIfUnreferenced,
  markFileMissing,
  mediaFileById,
  mediaStoreOf,
  type NewMediaFile,
  postponeBlockedFiles,
  removeMediaFile,
  updateMediaFile,
} from "./storage/files.ts";
export { cleanFileName, newStoredName } from "./storage/names.ts";
export {
  freeDiskBytes,
  hasStorageFor,
  isReferenced,
  reportUsage,
  requireDisk,
  requireStorageFor,
  usageOf,
  warnStorageFull,
} from "./storage/quota.ts";
export {
  convertedOf,
  createMediaStore,
  type IncomingFile,
  type MediaStore,
  type StoredFile,
} from "./storage/store.ts";
export { uploadStoreOf, withDiskReserve } from "./storage/uploads.ts";
export { createVoiceConverter, type VoiceConverter } from "./voice/converter.ts";
