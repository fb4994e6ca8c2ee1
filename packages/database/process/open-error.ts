/** A process of a pool could not begin, such as for want of its database. */
export class OpenError extends Error {
  override readonly name = 'OpenError';
  readonly code: unknown;
  constructor(message: string, code: unknown) {
    super(message);
    this.code = code;
  }
}
