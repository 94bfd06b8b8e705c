/** The cookie a browser would send back, out of an answer's `Set-Cookie`; undefined when it was taken away. */
export function cookieFrom(headers: Headers): string | undefined {
  const [, value] = /\bjrt=([^;]*)/.exec(headers.get("set-cookie") ?? "") ?? [];
  return value ? `jrt=${value}` : undefined;
}
