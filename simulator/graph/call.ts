/** A parsed call. */
export interface CallParts {
  readonly method: string;
  /** Path segments after the version. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly token: string;
  readonly request: Request;
}

/** An error in the format of the Graph API. */
export const graphError = (status: number, code: number, message: string, subcode?: number) =>
  Response.json(
    {
      error: {
        message,
        type: "OAuthException",
        code,
        ...(subcode && { error_subcode: subcode }),
        fbtrace_id: "Asimulated",
      },
    },
    { status },
  );
