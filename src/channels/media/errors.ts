import { AppError } from "#platform/errors.ts";

/** The file is larger than the channel accepts. */
export const mediaTooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE");
/** The file is an executable, or of a type that the channel does not accept. */
export const mediaTypeRefused = () => new AppError(415, "ERR_MEDIA_TYPE");
/** The recording is smaller than `MIN_RECORDING_BYTES`. */
export const audioTooShort = () => new AppError(400, "ERR_AUDIO_TOO_SHORT");
/** The plan's storage is used up; `limit` and `used` in bytes. */
export const storageQuotaExceeded = (limit: number, used: number) =>
  new AppError(409, "ERR_MEDIA_QUOTA", { resource: "storageGb", limit, used });
/** The disk of the installation has only its reserve left. */
export const storageFull = () => new AppError(507, "ERR_STORAGE_FULL");
