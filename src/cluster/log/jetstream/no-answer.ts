/** Advice for an operator when the servers do not answer. */
export const MAJORITY = "at least two of three NATS servers must run and reach each other";

/** The servers did not answer, or have no such stream. The message has the reason. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Errors of the library which mean that the servers, or most of them, do not answer. */
const SILENT = new Set([
  "TimeoutError",
  "NoResponders",
  "RequestError",
  "ConnectionError",
  "ClosedConnectionError",
]);

/** The reason of a failure of NATS in one line; null for any other error. */
export async function natsReason(error: unknown): Promise<string | null> {
  if (error instanceof NoAnswer) return `NATS: ${error.message}`;
  if (!(error instanceof Error)) return null;
  if (error.name.startsWith("JetStream")) return `NATS: ${error.message}`;
  const { errors } = await import("@nats-io/transport-node");
  const isOfLibrary = Object.values(errors).some((kind) => error instanceof kind);
  if (!isOfLibrary) return null;
  return `NATS: ${error.message}${SILENT.has(error.name) ? `; ${MAJORITY}` : ""}`;
}
