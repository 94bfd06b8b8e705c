import { notFound } from "#platform/errors.ts";

/** 404: no such file list in this company. */
export const noFileList = () => notFound();
