/**
 * Address a file of a message may be read from: our own server's `/media/…`, or a file of this page that is on
 * its way. Anything else is not fetched: the page requests only its own server.
 */
export function mediaSource(address: string | null): string | null {
  if (address === null) return null;
  return address.startsWith("/media/") || address.startsWith("blob:") ? address : null;
}
