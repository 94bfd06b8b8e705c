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
/** The file is neither on this machine nor in the storage of media. */
export const mediaMissing = () => new AppError(404, "ERR_MEDIA_MISSING");
/** The storage of media does not respond: nothing is stored or sent that would be lost with this machine. */
export const mediaUnavailable = () => new AppError(503, "ERR_MEDIA_UNAVAILABLE");
export const isMediaUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "ERR_MEDIA_UNAVAILABLE";
