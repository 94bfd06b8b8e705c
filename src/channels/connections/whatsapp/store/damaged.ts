/** The stored session cannot be trusted any more; it is reported, never replaced by a fresh one in silence. */
export class SessionDamaged extends Error {
  override readonly name = "SessionDamaged";
}
