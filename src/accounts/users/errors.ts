import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such user in this company. */
export const noUser = () => notFound("ERR_NO_USER_FOUND");
/** 409: the e-mail already has a login in the installation; the response does not reveal whose. */
export const emailInUse = () => new AppError(409, "ERR_EMAIL_IN_USE");
/** 409: no admin would be left in the company. */
export const lastAdmin = () => new AppError(409, "ERR_LAST_ADMIN");
/** 403: the current password is wrong; names the field of the form. */
export const wrongCurrentPassword = () =>
  new AppError(403, "ERR_CURRENT_PASSWORD", { fields: { currentPassword: "invalid" } });
/** 403: the setting `userCreation` is off. */
export const userCreationDisabled = () => new AppError(403, "ERR_USER_CREATION_DISABLED");
