/**
 * Thrown in a transaction in which a merge would move too many messages, and rolls it back. The caller moves the
 * messages in steps (`prepareLongMerge`) and repeats the transaction (docs/rules/contacts.md#merge).
 */
export class LongMerge extends Error {
  readonly survivorId: number;
  readonly loserId: number;
  constructor(survivorId: number, loserId: number) {
    super(`contact ${loserId} has too many messages to merge it into ${survivorId} in one transaction`);
    this.survivorId = survivorId;
    this.loserId = loserId;
  }
}
