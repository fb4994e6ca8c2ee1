/** The caller named something that does not exist or is not possible; `reason` decides the HTTP status. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'not-found' | 'invalid' | 'conflict';
  constructor(reason: 'not-found' | 'invalid' | 'conflict', message: string) {
    super(message);
    this.reason = reason;
  }
}
