/** The cookie a browser would send back, from a response's `Set-Cookie`; undefined when it was deleted. */
export function cookieFrom(headers: Headers): string | undefined {
  const [, value] = /\bjrt=([^;]*)/.exec(headers.get("set-cookie") ?? "") ?? [];
  return value ? `jrt=${value}` : undefined;
}
