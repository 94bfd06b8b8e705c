import { AppError } from "#platform/errors.ts";

/** 400: no usable parameter; the page says 'Parametrize o filtro'. */
export const noFilter = () => new AppError(400, "ERR_NO_FILTER");
