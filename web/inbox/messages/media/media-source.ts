/**
 * The address of a message's file: `/media/…` of our own server, or a local file that is being sent. Other addresses are
 * rejected: the page requests only its own server.
 */
export function mediaSource(address: string | null): string | null {
  if (address === null) return null;
  return address.startsWith("/media/") || address.startsWith("blob:") ? address : null;
}
