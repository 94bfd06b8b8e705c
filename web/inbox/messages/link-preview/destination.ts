/** Where an address in a text leads; null when it leads to no web page. Addresses without a scheme are https. */
export function destinationOf(address: string): URL | null {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  return url && !url.username && !url.password ? url : null;
}
