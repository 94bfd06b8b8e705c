/** A user of the server or of a page: `supportUntil` is set in support sessions only. */
interface Person {
  readonly supportUntil?: number | string | undefined;
}

/** Whether the provider's support acts. Rule: docs/rules/security.md#support. */
export const isSupport = ({ supportUntil }: Person): boolean => supportUntil !== undefined;

/**
 * Whether a user, within their profile, may set data that gives access to the company: users and passwords, keys,
 * tokens, addresses that contain them. For a support session the server responds with 403 ERR_NO_PERMISSION, and
 * pages do not offer it. Rule: docs/rules/security.md#support-secrets.
 */
export const maySetSecrets = (person: Person): boolean => !isSupport(person);
