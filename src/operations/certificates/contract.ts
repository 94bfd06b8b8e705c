import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** State of the certificate of a server that terminates TLS itself (cockpit). */
export const CertificateState = v.object({
  /** `authority`: ordered by this server; `files`: provided by the operator. */
  source: v.picklist(["authority", "files"]),
  names: v.array(v.string()),
  /** Time of expiry; null without a certificate. */
  endsAt: v.nullable(Instant),
  /** Whole days until the expiry; negative after it. */
  daysLeft: v.nullable(v.number()),
  /** Failed orders since the last certificate. */
  failures: v.number(),
  /** The error of the last order, or why the certificate files cannot be used. */
  error: v.nullable(v.string()),
  triedAt: v.nullable(Instant),
  /** Time of the next order after a failure. */
  nextAt: v.nullable(Instant),
  /** Missing, expired, or about to expire: an operator must check it. */
  isLate: v.boolean(),
});
export type CertificateState = v.InferOutput<typeof CertificateState>;
