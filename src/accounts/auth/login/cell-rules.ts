import { ownerOfBearer } from "#accounts/auth/guard/owner-of-bearer.ts";
import { HOME_CELL } from "#platform/cells.ts";
import type { CellByRequest } from "#platform/http/cells/cell-rule.ts";
import { cookieOf } from "./cookie.ts";

/** The cell of the user with the e-mail in the body. For routes that do not reveal whether the e-mail is known. */
export const cellOfLogin: CellByRequest<unknown, unknown, { readonly email: string }> = {
  by: "login",
  of: ({ body }) => ({ kind: "login", value: body.email }),
  hidesUnknown: true,
};

/** As `cellOfLogin`; the home cell knows the sign-ups that wait, whose e-mails are not in the directory. */
export const cellOfSignIn: CellByRequest<unknown, unknown, { readonly email: string }> = {
  by: "login",
  of: ({ body }) => ({ kind: "login", value: body.email, unknownIn: HOME_CELL }),
};

/** The cell of the session whose refresh token is in the cookie. */
export const cellOfCookie: CellByRequest = {
  by: "company",
  of: ({ request, secrets }) => cookieOf(secrets, request)?.companyId ?? null,
};

/** As `cellOfCookie`; without a cookie, the cell of the bearer token. */
export const cellOfLogout: CellByRequest = {
  by: "company",
  of: ({ request, secrets, nowMs }) =>
    cookieOf(secrets, request)?.companyId ?? ownerOfBearer(secrets, request, nowMs),
};
