import { AppError } from "#platform/errors.ts";

/** Larger than the channel takes. */
export const mediaTooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE");
/** A program, or a type the channel does not carry. */
export const mediaTypeRefused = () => new AppError(415, "ERR_MEDIA_TYPE");
/** A recording below `MIN_RECORDING_BYTES`. */
export const audioTooShort = () => new AppError(400, "ERR_AUDIO_TOO_SHORT");
