import { AppError } from "#platform/errors.ts";
import type { DraftAnswer } from "./contract.ts";

/** 409: another device of the same user stored another text, which is in `details.draft`. */
export const draftChanged = (draft: DraftAnswer) => new AppError(409, "ERR_DRAFT_CHANGED", { draft });
