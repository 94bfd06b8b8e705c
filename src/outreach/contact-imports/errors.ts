import { AppError } from "#platform/errors.ts";
import { MAX_ROWS } from "./contract.ts";

export const importRunning = () => new AppError(409, "ERR_IMPORT_RUNNING");
/** No column was found for the number; `columns` (headings) and `rows` (first rows) let the user choose one. */
export const noNumberColumn = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  new AppError(400, "ERR_IMPORT_COLUMNS", { columns, rows });
export const notASheet = () => new AppError(415, "ERR_MEDIA_TYPE");
export const tooManyRows = () => new AppError(413, "ERR_MEDIA_TOO_LARGE", { maxRows: MAX_ROWS });
export const sheetTooLarge = () => new AppError(413, "ERR_MEDIA_TOO_LARGE");
