/** Whether a file holds what a gateway signs in with: a certificate and its key, not locked, as PEM text. */
export const isPemPair = (text: string): boolean =>
  text.includes("-----BEGIN CERTIFICATE-----") && /-----BEGIN (RSA |EC )?PRIVATE KEY-----/.test(text);
