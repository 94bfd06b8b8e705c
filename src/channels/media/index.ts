/** Files of messages: what they are, what may be done with them, where they lie, how they are shown. */
export { mediaUrl } from "./address.ts";
export { attachmentKind, copyMediaFile, presentAttachment, receiveAttachment } from "./attachment.ts";
export { audioTooShort, mediaTooLarge, mediaTypeRefused, storageFull } from "./errors.ts";
export { type ExaminedFile, examineFile } from "./examine.ts";
export {
  addMediaFile,
  dropUnnamed,
  letGoOfFile,
  mediaFileById,
  mediaStoreOf,
  type NewMediaFile,
  postponeWithoutRoom,
  removeMediaFile,
  updateMediaFile,
} from "./files.ts";
export {
  decideMedia,
  MAX_FILE_BYTES,
  MAX_FILES,
  type MediaDriver,
  MIN_RECORDING_BYTES,
} from "./limits.ts";
export { cleanFileName, newStoredName } from "./names.ts";
export { makePng, readPicture } from "./pictures.ts";
export { type MayReadFile, MediaReadersPort, mayReadMedia } from "./readers.ts";
export {
  hasRoom,
  isShown,
  noteStorage,
  requireDisk,
  requireRoom,
  roomOnDisk,
  usageOf,
  warnFull,
} from "./room.ts";
export type { MediaFile } from "./schema.ts";
export { serveFile } from "./serve.ts";
export { verifyMediaUrl } from "./signed-urls.ts";
export { type MediaKind, sniffFile } from "./sniff.ts";
export {
  convertedOf,
  createMediaStore,
  type IncomingFile,
  type MediaStore,
  type StoredFile,
} from "./store.ts";
export { keepingReserve, uploadsOf } from "./uploads.ts";
export { createVoiceConverter, type VoiceConverter } from "./voice.ts";
