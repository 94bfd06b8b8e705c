/** The bearer token of a request; undefined when there is none. */
export function bearerOf(request: Request): string | undefined {
  const header = request.headers.get("authorization");
  return header?.startsWith("Bearer ") ? header.slice(7) : undefined;
}
